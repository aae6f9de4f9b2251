import { hash } from 'node:crypto';
import { TASK_PARTS, type TaskHashes, type TaskPart } from '../../../lib/contracts/task-statuses.ts';
import type { Dataset } from '../../dataset/types.ts';

/** Scenarios whose hashes stay in memory: some 4 KB each. */
const KEPT = 2_000;

export interface HashedScenario {
  readonly fingerprint: string;
  /** By task index. */
  readonly tasks: readonly TaskHashes[];
}

/** What a task is made of, by hash. Read when asked for; the public set's 1,000 scenarios take some seconds. */
export class TaskHasher {
  readonly #dataset: Pick<Dataset, 'find' | 'fingerprint' | 'source' | 'verifier'>;
  readonly #kept = new Map<string, HashedScenario>();

  constructor(dataset: Pick<Dataset, 'find' | 'fingerprint' | 'source' | 'verifier'>) {
    this.#dataset = dataset;
  }

  /** Undefined: the scenario is not here. @throws AppError pack_invalid */
  async of(key: string): Promise<HashedScenario | undefined> {
    const summary = this.#dataset.find(key);
    const fingerprint = this.#dataset.fingerprint(key);
    if (summary === undefined || fingerprint === undefined) return undefined;
    const kept = this.#kept.get(key);
    if (kept?.fingerprint === fingerprint) return kept;
    const { hash: scenario } = await this.#dataset.source(key);
    const verifierHash = async (taskIdx: number, mode: 'code' | 'sql') =>
      summary.verifiers[taskIdx]?.[mode] === true
        ? ((await this.#dataset.verifier(key, taskIdx, mode))?.hash ?? null)
        : null;
    const tasks = await Promise.all(
      summary.tasks.map(async (text, taskIdx) => ({
        text: hash('sha256', text, 'hex'),
        code: await verifierHash(taskIdx, 'code'),
        sql: await verifierHash(taskIdx, 'sql'),
        scenario,
      })),
    );
    const made = { fingerprint, tasks };
    this.#kept.delete(key);
    if (this.#kept.size >= KEPT) this.#kept.delete(this.#kept.keys().next().value ?? '');
    this.#kept.set(key, made);
    return made;
  }
}

/** One hash over the four. */
export function taskHash(hashes: TaskHashes): string {
  return hash('sha256', JSON.stringify(TASK_PARTS.map((part) => hashes[part])), 'hex');
}

export function changedParts(before: TaskHashes, now: TaskHashes): TaskPart[] {
  return TASK_PARTS.filter((part) => before[part] !== now[part]);
}
