import { hash, randomBytes } from 'node:crypto';
import { normalBase } from '../../../lib/domain/normal-state.ts';
import { scenarioKey } from '../../../lib/domain/scenario-key.ts';
import type { Dataset } from '../../dataset/types.ts';
import type { NewRun } from '../../store/artifacts/types.ts';
import type { RunProvenance } from '../../store/types.ts';
import { serverScript } from '../session-folder.ts';
import { canonicalCode } from './canonical-code.ts';
import type { PreparedRun } from './prepared.ts';
import { provenanceOf } from './provenance.ts';
import { ArtifactError, shownName } from './source.ts';

interface Place {
  readonly pack: string;
  readonly hash: string;
  /** canonicalCode of the server.py that a session of it keeps. */
  readonly code: string;
  readonly tasks: readonly string[];
}

/** Says whose run it was where the artifact does not; keys as options.run has them, and scenario, task_idx. */
export type ImportDefaults = Readonly<Record<string, unknown>>;

/** Finds the scenarios that runs from elsewhere belong to; each is read once. */
export class RunPlaces {
  readonly #dataset: Pick<Dataset, 'find' | 'source'>;
  readonly #known = new Map<string, Promise<Place | undefined>>();

  constructor(dataset: Pick<Dataset, 'find' | 'source'>) {
    this.#dataset = dataset;
  }

  /** The run with a place in the library; `canRebuild`: its scenario is here and is, as far as told, the same. */
  async place(
    prepared: PreparedRun,
    defaults: ImportDefaults,
    now: number,
  ): Promise<{ readonly run: NewRun; readonly canRebuild: boolean }> {
    const missing = [...prepared.missing];
    const named = prepared.scenario ?? textOf(defaults['scenario']);
    if (named === undefined)
      throw new ArtifactError('It does not say which scenario it is of: give it when you import (scenario)');
    const key = scenarioKey(named).slice(0, KEY_CHARACTERS);
    if (key === '')
      throw new ArtifactError(`Its scenario is called ${shownName(named)}, which is no name for one`);
    if (prepared.scenario === null) missing.push('Which scenario it is of was said at the import.');
    if (key !== named) missing.push(`The scenario is called ${shownName(named)} in it.`);
    const place = await this.#find(key);
    const scenarioHash = hashOf(key, place, prepared, missing);
    const canRebuild = scenarioHash === place?.hash;
    const taskIdx = prepared.taskIdx ?? indexOf(defaults['task_idx']) ?? null;
    const task = prepared.task ?? (canRebuild && taskIdx !== null ? place.tasks[taskIdx] : undefined) ?? null;
    if (task === null) missing.push('The text of the task is not there.');
    if (taskIdx === null) missing.push('Which task of the scenario it is is not there.');
    const run = provenanceOf({ ...defaults, ...prepared.run });
    if (Object.keys(run).length === 0) missing.push('Who played it is not recorded.');
    return {
      run: newRun({ prepared, key, place, scenarioHash, taskIdx, task, run, missing, now, canRebuild }),
      canRebuild,
    };
  }

  #find(key: string): Promise<Place | undefined> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#read(key);
    this.#known.set(key, found);
    return found;
  }

  async #read(key: string): Promise<Place | undefined> {
    const summary = this.#dataset.find(key);
    if (summary === undefined) return undefined;
    // A scenario that cannot be read is as good as none.
    const source = await this.#dataset.source(summary.key).catch(() => undefined);
    if (source === undefined) return undefined;
    const code = canonicalCode(serverScript(source.code, '', 0));
    return { pack: source.pack, hash: source.hash, code, tasks: summary.tasks };
  }
}

const KEY_CHARACTERS = 200;
/** Of runs whose scenario is in no pack here. */
const NO_PACK = 'imported';

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function indexOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The version of the scenario: today's where nothing speaks against it, else one that is named by what is known. */
function hashOf(key: string, place: Place | undefined, prepared: PreparedRun, missing: string[]): string {
  const own = () => hash('sha256', JSON.stringify(['imported', key, prepared.codeHash]), 'hex');
  if (place === undefined) {
    missing.push('The scenario is not in a pack of this studio: nothing can be played or verified again.');
    return own();
  }
  if (prepared.codeHash === null) {
    missing.push('The scenario’s code is not there: it is taken for the one that this studio has.');
    return place.hash;
  }
  if (prepared.codeHash === place.code) return place.hash;
  missing.push('server.py is another version of the scenario than this studio has.');
  return own();
}

interface Parts {
  readonly prepared: PreparedRun;
  readonly key: string;
  readonly place: Place | undefined;
  readonly scenarioHash: string;
  readonly taskIdx: number | null;
  readonly task: string | null;
  readonly run: RunProvenance;
  readonly missing: readonly string[];
  readonly now: number;
  readonly canRebuild: boolean;
}

function newRun({ prepared, now, ...parts }: Parts): NewRun {
  const { scenarioHash, run } = parts;
  const unknown = hash('sha256', `unknown ${prepared.contentHash}`, 'hex');
  const base = prepared.initial ?? unknown;
  const steps = prepared.steps.map((step) => ({
    ...step,
    started_at: now,
    db_before: step.db_before === '' ? base : step.db_before,
    db_after: step.db_after === '' ? base : step.db_after,
  }));
  return {
    episode: {
      id: randomBytes(16).toString('hex'),
      client_episode_id: null,
      session_id: '',
      scenario: parts.key,
      pack: parts.place?.pack ?? NO_PACK,
      scenario_hash: scenarioHash,
      task_idx: parts.taskIdx,
      task: parts.task,
      actor: 'unnamed client',
      transport: 'import',
      recording: 'full',
      options: '{}',
      experiment: run.experiment ?? null,
      policy: run.policy ?? null,
      checkpoint: run.checkpoint ?? null,
      train_step: run.train_step ?? null,
      run_group: run.group ?? null,
      sample: run.sample ?? null,
      tags: run.tags === undefined ? null : JSON.stringify(run.tags),
      seed_hash:
        prepared.states[0]?.base === null && prepared.initial !== null ? prepared.states[0].hash : base,
      base_hash: base,
      final_hash: prepared.final ?? base,
      base_normalised: hash('sha256', normalBase(scenarioHash), 'hex'),
      steps: steps.length,
      started_at: now,
      ended_at: now,
      // How it ended is not told: a trajectory is written at done.
      end_reason: 'done',
      verdict: prepared.verdict,
      reward: prepared.reward,
      final_answer: prepared.finalAnswer,
      pinned: 0,
      kept: null,
      baseline: 0,
      saw_verdict_at: null,
      origin: 'imported',
      parent_id: null,
      parent_seq: null,
      content_hash: prepared.contentHash,
      missing: JSON.stringify(parts.missing),
      clock_from: prepared.clock?.from ?? null,
      clock_to: prepared.clock?.to ?? null,
      rebuild: parts.canRebuild && prepared.hasGaps ? 'waiting' : null,
    },
    steps,
    states: prepared.states,
    used: prepared.states.map((state) => state.hash),
    verdicts: prepared.verdicts.map((verdict) => ({ ...verdict, at: now })),
    labels: [],
    notes: [],
    files: prepared.files,
    messages: prepared.messages === null ? null : { packed: prepared.messages, by: null, at: now },
  };
}
