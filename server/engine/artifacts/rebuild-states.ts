import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import type { RebuiltState, RebuiltStep } from '../../store/artifacts/types.ts';
import type { Store } from '../../store/types.ts';
import type { JobProgress } from '../jobs/types.ts';
import { replayCalls, type ReplayDeps } from '../replay/index.ts';
import { diskFile } from './folder-source.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { GAPS } from './prepare.ts';
import { PrepareWorker } from './prepare-workers.ts';
import { ArtifactError } from './source.ts';

/** One run's calls are made again within this. */
const DEADLINE_MS = 120_000;
/** `clockOf` adds this to both ends of what it found. */
const SLACK_MS = 1_000;

/** Makes the calls of imported runs again and keeps the states that they went through, marked as rebuilt. */
export class StateRebuilder implements AsyncDisposable {
  readonly #store: Store;
  readonly #deps: ReplayDeps;
  readonly #worker = new PrepareWorker();

  constructor(store: Store, deps: ReplayDeps) {
    this.#store = store;
    this.#deps = deps;
  }

  /** Never throws for what the run or its scenario is; the report says how it went. */
  async rebuild(id: string, progress: Pick<JobProgress, 'line' | 'signal'>): Promise<void> {
    try {
      const message = await this.#rebuild(id, progress.signal);
      progress.line({ subject: id, run: id, ...message });
    } catch (error) {
      progress.signal.throwIfAborted();
      if (!(error instanceof AppError) && !(error instanceof ArtifactError)) throw error;
      if (error instanceof AppError && error.code === 'not_found' && this.#store.episode(id) === undefined) {
        progress.line({ subject: id, outcome: 'skipped', message: 'The run was deleted.' });
        return;
      }
      this.#giveUp(id, error.message);
      progress.line({
        subject: id,
        run: id,
        outcome: 'failed',
        message: `Its states could not be rebuilt: ${error.message}`,
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker[Symbol.asyncDispose]();
  }

  async #rebuild(id: string, signal: AbortSignal): Promise<{ outcome: 'ok' | 'warning'; message: string }> {
    const { artifacts } = this.#store;
    const { episode, used } = artifacts.raw(id);
    const steps = artifacts
      .rawSteps(id, { from: 1, to: episode.steps })
      .filter(({ kind }) => kind === 'call_tool');
    const kept = new Set(used);
    const hasStart = kept.has(episode.base_hash);
    // What is at the last call was given, unless the run has no final state at all.
    const given =
      kept.has(episode.final_hash) && episode.final_hash !== episode.base_hash ? episode.final_hash : null;
    const clock =
      episode.clock_from === null || episode.clock_to === null
        ? null
        : { from: episode.clock_from, to: episode.clock_to };
    const found: RebuiltStep[] = [];
    let start: { seed: RebuiltState; base: RebuiltState } | null = null;
    let stopped: string | undefined;
    let differing = 0;
    const began = Date.now();
    await replayCalls(this.#deps, {
      scenario: episode.scenario,
      signal: AbortSignal.any([signal, AbortSignal.timeout(DEADLINE_MS)]),
      ...(hasStart && {
        writeDb: (path: string) => writeFile(path, artifacts.state(episode.base_hash), { mode: 0o600 }),
      }),
      ...(clock && { clock: tickingOver(clock, steps.length) }),
      calls: steps.map(({ seq, tool_name: tool, arguments: args }) => ({
        seq,
        tool: tool ?? '',
        args: parseLossless(args ?? '{}'),
      })),
      async onStart({ dbPath, prepared }) {
        if (!hasStart) start = { seed: await stateOf(prepared.initialDb), base: await stateOf(dbPath) };
      },
      async onStep({ seq, result, dbPath }) {
        const step = steps.find((each) => each.seq === seq);
        const wasFine = step?.reward_type === 'tool_call_ok';
        const unanswered = step?.reward_type === null;
        if (!unanswered && wasFine !== (result.kind === 'ok')) {
          stopped = `From step ${String(seq)} on the scenario answers otherwise than it did: the states from there are not known.`;
          return false;
        }
        if (result.kind === 'ok' && !unanswered && !step?.observation?.includes(JSON.stringify(result.text)))
          differing += 1;
        found.push({ seq, state: await stateOf(dbPath) });
        return true;
      },
    });
    const end = found.at(-1)?.state ?? null;
    const window = clock ?? { from: began, to: Date.now() };
    const notes = [stopped ?? 'The states between the calls were rebuilt by making the calls again.'];
    if (!hasStart) notes.push('The first state is that of the scenario as this studio has it.');
    if (differing > 0 && stopped === undefined)
      notes.push(
        `${String(differing)} calls answered with another text than then (times, random values, or more).`,
      );
    let doubtful = stopped !== undefined;
    if (stopped === undefined && given !== null && end !== null) {
      const fits = await this.#fits(
        id,
        { base: hasStart ? episode.base_hash : null, given, end, window, steps },
        signal,
      );
      if (fits === 'other') {
        doubtful = true;
        notes.push(
          'The calls made again do not end in the final state that was given, which is kept: take the states between with doubt.',
        );
      } else
        notes.push(
          fits === 'exact'
            ? 'They end in the final state that was given.'
            : 'They end in the final state that was given, times and random values aside.',
        );
    }
    const last = steps.at(-1)?.seq;
    artifacts.rebuild(id, {
      steps:
        stopped === undefined || given === null || last === undefined
          ? found
          : [...found, { seq: last, state: null }],
      keepFinal: given !== null,
      missing: this.#missing(episode.missing, notes),
      clock: clock === null && given === null ? window : null,
      start,
    });
    return { outcome: doubtful ? 'warning' : 'ok', message: notes.join(' ') };
  }

  async #fits(
    id: string,
    ends: {
      base: string | null;
      given: string;
      end: RebuiltState;
      window: { from: number; to: number };
      steps: readonly { readonly arguments: string | null }[];
    },
    signal: AbortSignal,
  ): Promise<'exact' | 'equal' | 'other'> {
    if (ends.end.hash === ends.given) return 'exact';
    if (ends.base === null) return 'other';
    const { artifacts } = this.#store;
    const same = await this.#worker.compare(
      {
        kind: 'compare',
        name: id,
        base: artifacts.state(ends.base),
        states: [artifacts.state(ends.given), ends.end.bytes],
        clock: ends.window,
        given: ends.steps.map((step) => step.arguments ?? '').join('\n'),
      },
      signal,
    );
    return same ? 'equal' : 'other';
  }

  #giveUp(id: string, why: string): void {
    const { episode } = this.#store.artifacts.raw(id);
    this.#store.artifacts.rebuild(id, {
      steps: [],
      keepFinal: false,
      missing: this.#missing(episode.missing, [`${GAPS} They could not be rebuilt: ${why}`]),
      clock: null,
      start: null,
    });
  }

  #missing(before: string | null, notes: readonly string[]): string[] {
    const told = JSON.parse(before ?? '[]') as string[];
    return [...told.filter((line) => line !== GAPS), ...notes];
  }
}

/** The clock goes through the window in which the run was played. */
function tickingOver(clock: { from: number; to: number }, calls: number) {
  const from = clock.from + SLACK_MS;
  const span = Math.max(0, clock.to - SLACK_MS - from);
  const tickMs = Math.floor(span / Math.max(1, calls));
  return { startMs: from, tickMs };
}

/** Untrusted code wrote the file. */
async function stateOf(path: string): Promise<RebuiltState> {
  const bytes = await diskFile(path, 'the database', 0).read(IMPORT_LIMITS.databaseBytes);
  return { hash: hash('sha256', bytes, 'hex'), bytes };
}
