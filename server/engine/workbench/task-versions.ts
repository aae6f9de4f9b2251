import { AppError } from '../../../lib/contracts/errors.ts';
import { VERSION_LIMIT, type VerifierListItem, type VerifierMode } from '../../../lib/contracts/workbench.ts';
import type { ScenarioSummary, Verifier } from '../../dataset/types.ts';
import { createVerifier } from '../../dataset/index.ts';
import type { KeptVersion, VerifierPlace } from '../../store/types.ts';
import type { Draft, TaskKey, TaskVerifierState, WorkbenchDeps } from './types.ts';

const MODES = ['code', 'sql'] as const;

/** A verifier with what is known of its versions. */
export interface Shelved {
  readonly place: VerifierPlace;
  readonly summary: ScenarioSummary;
  /** As the pack has it today. */
  readonly own: Verifier;
  /** Kept ones, and the pack's own as the last where it is not kept yet. */
  readonly versions: readonly KeptVersion[];
  readonly packVersion: number;
}

/** Versions of tasks' verifiers. The pack's own is kept with the first one that is saved, so that 1 stays what it was. */
export class TaskVersions {
  readonly #deps: WorkbenchDeps;

  constructor(deps: WorkbenchDeps) {
    this.#deps = deps;
  }

  /** @throws AppError not_found */
  async open({ key, taskIdx }: TaskKey, mode: VerifierMode): Promise<Shelved> {
    const { dataset, store } = this.#deps;
    const summary = dataset.find(key);
    if (summary === undefined) throw new AppError('not_found', `There is no scenario '${key}'.`);
    const own = await dataset.packVerifier(summary.key, taskIdx, mode);
    if (own === undefined)
      throw new AppError('not_found', `Task ${String(taskIdx)} of '${summary.key}' has no ${mode} verifier.`);
    const place = { scenario: summary.key, taskIdx, mode };
    const kept = store.verifiers.versions(place);
    const same = kept.findLast(({ from, hash }) => from === 'pack' && hash === own.hash);
    if (same !== undefined) return { place, summary, own, versions: kept, packVersion: same.version };
    const version = (kept.at(-1)?.version ?? 0) + 1;
    const today = { version, from: 'pack', by: null, atMs: 0, note: null, ...pick(own) } as const;
    return { place, summary, own, versions: [...kept, today], packVersion: version };
  }

  describe(shelved: Shelved): TaskVerifierState {
    const { place, summary, own, versions, packVersion } = shelved;
    const { judge, store } = this.#deps;
    const used = store.verifiers.inUse(place);
    const isAside = used !== undefined && used.packHash !== own.hash && used.hash !== own.hash;
    return {
      scenario: place.scenario,
      taskIdx: place.taskIdx,
      task: summary.tasks[place.taskIdx] ?? '',
      mode: place.mode,
      modes: MODES.filter((mode) => summary.verifiers[place.taskIdx]?.[mode] === true),
      functionName: own.functionName,
      versions: versions.map(({ version, from, hash, by, atMs, note }) => ({
        version,
        from,
        hash,
        by,
        atMs: from === 'pack' ? null : atMs,
        note,
      })),
      inUse: used === undefined || isAside ? packVersion : used.version,
      packVersion,
      next: (versions.at(-1)?.version ?? 0) + 1,
      recheck: isAside ? { version: used.version } : null,
      hasJudge: judge.baseUrl !== '' && judge.model !== '',
    };
  }

  /** @throws AppError not_found */
  verifierOf({ own, versions, packVersion }: Shelved, version: number): Verifier {
    const found = versions.find((each) => each.version === version);
    if (found === undefined) throw new AppError('not_found', `There is no version ${String(version)}.`);
    return version === packVersion ? own : { ...createVerifier(own.mode, found.code, own), version };
  }

  /** Keeps a draft and says its number; a draft that is a version already is that version. @throws AppError conflict */
  keep(shelved: Shelved, draft: Draft, { by, note }: { readonly by: string; readonly note: string | null }) {
    const { verifiers } = this.#deps.store;
    const { hash } = createVerifier(draft.mode, draft.code, shelved.own);
    const known = shelved.versions.findLast((version) => version.hash === hash);
    if (known !== undefined) return known.version;
    if (shelved.versions.length >= VERSION_LIMIT)
      throw new AppError('conflict', `The verifier has ${String(VERSION_LIMIT)} versions; no more are kept.`);
    this.#keepPack(shelved);
    return verifiers.add(shelved.place, {
      from: 'saved',
      code: draft.code,
      hash,
      by,
      atMs: Date.now(),
      note,
    });
  }

  use(shelved: Shelved, version: number, by: string): void {
    const { verifiers } = this.#deps.store;
    this.verifierOf(shelved, version);
    if (version === shelved.packVersion) verifiers.release(shelved.place);
    else {
      this.#keepPack(shelved);
      verifiers.use(shelved.place, { version, packHash: shelved.own.hash, by });
    }
  }

  async list(signal: AbortSignal | undefined): Promise<VerifierListItem[]> {
    const { dataset, store } = this.#deps;
    const counts = await store.verifiers.counts(signal);
    const kept = new Map<string, Map<VerifierMode, number>>();
    for (const { scenario, taskIdx, mode, versions } of store.verifiers.kept()) {
      const id = `${scenario} ${String(taskIdx)}`;
      kept.set(id, (kept.get(id) ?? new Map<VerifierMode, number>()).set(mode, versions));
    }
    const items: VerifierListItem[] = [];
    const add = async (count: Omit<VerifierListItem, 'modes' | 'task'>) => {
      const summary = dataset.find(count.scenario);
      const task = summary?.tasks[count.taskIdx];
      if (summary === undefined || task === undefined) return;
      const id = `${count.scenario} ${String(count.taskIdx)}`;
      const modes: VerifierListItem['modes'] = [];
      for (const mode of MODES.filter((each) => summary.verifiers[count.taskIdx]?.[each] === true)) {
        if (kept.get(id)?.has(mode) !== true) modes.push({ mode, versions: 1, inUse: 1, recheck: false });
        else {
          const { versions, inUse, recheck } = this.describe(
            await this.open({ key: count.scenario, taskIdx: count.taskIdx }, mode),
          );
          modes.push({ mode, versions: versions.length, inUse, recheck: recheck !== null });
        }
      }
      kept.delete(id);
      if (modes.length > 0) items.push({ ...count, task, modes });
    };
    for (const count of counts) await add(count);
    for (const id of [...kept.keys()]) {
      const [scenario = '', taskIdx = ''] = id.split(' ');
      await add({ scenario, taskIdx: Number(taskIdx), runs: 0, labelled: 0, disagree: 0 });
    }
    return items;
  }

  #keepPack({ place, own, versions, packVersion }: Shelved): void {
    const { verifiers } = this.#deps.store;
    const today = versions.find(({ version }) => version === packVersion);
    if (today === undefined || verifiers.version(place, packVersion) !== undefined) return;
    verifiers.add(place, { from: 'pack', by: null, note: null, atMs: Date.now(), ...pick(own) });
  }
}

function pick({ code, hash }: Verifier) {
  return { code, hash };
}
