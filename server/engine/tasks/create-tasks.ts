import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type {
  StatusImport,
  StatusLine,
  TaskSaid,
  TaskStatusEntry,
} from '../../../lib/contracts/task-statuses.ts';
import { tasksOfSplit } from '../../../lib/domain/task-splits.ts';
import type { Dataset } from '../../dataset/types.ts';
import type { KeptStatus, TaskStatusShelf } from '../../store/types.ts';
import { entryOf, matchStatuses } from './match-statuses.ts';
import { StatusFile } from './status-file.ts';
import { taskHash, TaskHasher } from './task-hashes.ts';
import type { NewStatus, Tasks } from './types.ts';

/** Rows written in one go; others are let in between. */
const BATCH = 250;

export interface TasksDeps {
  readonly dataset: Pick<Dataset, 'find' | 'fingerprint' | 'list' | 'onChange' | 'source' | 'verifier'>;
  readonly shelf: TaskStatusShelf;
  readonly log: { warn(details: Readonly<Record<string, unknown>>, message: string): void };
}

/** Statuses are known by place at once; whether they still fit their tasks is found out behind the scenes. */
export function createTasks(deps: TasksDeps): Tasks {
  return new TaskBook(deps);
}

class TaskBook implements Tasks {
  readonly #deps: TasksDeps;
  readonly #hasher: TaskHasher;
  /** The last word on each task as it was then, by scenario. */
  readonly #said = new Map<string, KeptStatus[]>();
  readonly #entries = new Map<string, ReadonlyMap<number, TaskStatusEntry>>();
  readonly #unsubscribe: () => void;
  #work: Promise<unknown> = Promise.resolve();
  #closed = false;

  constructor(deps: TasksDeps) {
    this.#deps = deps;
    this.#hasher = new TaskHasher(deps.dataset);
    for (const status of deps.shelf.current()) this.#note(status);
    for (const [scenario, said] of this.#said) this.#entries.set(scenario, byPlace(scenario, said));
    this.#unsubscribe = deps.dataset.onChange((keys) => void this.#match(keys));
    void this.#match([...this.#said.keys()]);
  }

  async list(): Promise<readonly TaskStatusEntry[]> {
    await this.#work;
    return [...this.#entries]
      .filter(([scenario]) => this.#deps.dataset.find(scenario) !== undefined)
      .flatMap(([, entries]) => [...entries.values()]);
  }

  isQuarantined(scenario: string, taskIdx: number): boolean {
    return this.#entries.get(scenario)?.get(taskIdx)?.status === 'quarantined';
  }

  async set({ tasks, ...said }: NewStatus): Promise<{ changed: number; unknown: number }> {
    return this.#inTurn(async () => {
      const places = new Map<string, Set<number>>();
      for (const { scenario, taskIdx } of tasks) {
        const key = this.#deps.dataset.find(scenario)?.key ?? scenario;
        places.set(key, (places.get(key) ?? new Set()).add(taskIdx));
      }
      const rows: KeptStatus[] = [];
      let unknown = 0;
      for (const [scenario, indexes] of places) {
        const hashed = await this.#hasher.of(scenario);
        for (const taskIdx of indexes) {
          const hashes = hashed?.tasks[taskIdx];
          if (hashed === undefined || hashes === undefined) unknown += 1;
          else {
            const { fingerprint } = hashed;
            rows.push({
              scenario,
              taskIdx,
              hash: taskHash(hashes),
              hashes,
              fingerprint,
              ...said,
              atMs: Date.now(),
            });
          }
        }
      }
      await this.#add(rows);
      return { changed: rows.length, unknown };
    });
  }

  history(scenario: string, taskIdx: number): readonly TaskSaid[] {
    return this.#deps.shelf
      .history(scenario, taskIdx)
      .map(({ status, reason, evidence, by, atMs }) => ({ status, reason, evidence, by, atMs }));
  }

  file(...asked: Parameters<Tasks['file']>): Readable {
    return Readable.from(this.#lines(...asked));
  }

  take(file: AsyncIterable<Uint8Array>): Promise<StatusImport> {
    return this.#inTurn(async () => {
      const taken = new StatusFile((line) => this.#fitting(line));
      await taken.read(file);
      await this.#add(taken.rows);
      const recheck = taken.rows.filter(
        ({ scenario, taskIdx }) => (this.#entries.get(scenario)?.get(taskIdx)?.recheck.length ?? 0) > 0,
      ).length;
      return { taken: taken.rows.length, recheck, ...taken.report };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#unsubscribe();
    await this.#work;
  }

  /** What becomes of a line of a file. */
  async #fitting(line: StatusLine): Promise<KeptStatus | 'unchanged' | 'unknown'> {
    const key = this.#deps.dataset.find(line.scenario)?.key;
    const hashed = key === undefined ? undefined : await this.#hasher.of(key);
    if (key === undefined || hashed === undefined || hashed.tasks[line.task_idx] === undefined)
      return 'unknown';
    const { by, status, reason, evidence, hashes, task_idx: taskIdx } = line;
    const atMs = line.at === null ? Number.NaN : Date.parse(line.at);
    if (by === null || Number.isNaN(atMs)) return 'unchanged';
    const known = this.#said
      .get(key)
      ?.findLast((said) => said.taskIdx === taskIdx && said.hash === taskHash(hashes));
    if (known !== undefined && known.atMs >= atMs) return 'unchanged';
    return {
      scenario: key,
      taskIdx,
      hash: taskHash(hashes),
      hashes,
      fingerprint: null,
      status,
      reason,
      evidence,
      by,
      // A clock that is ahead elsewhere must not outdo what is said here later.
      atMs: Math.min(atMs, Date.now()),
    };
  }

  async *#lines(...[of, leavesOut]: Parameters<Tasks['file']>): AsyncGenerator<string> {
    const list = this.#deps.dataset.list();
    const said = new Map(
      (await this.list()).map((entry) => [`${entry.scenario}/${String(entry.taskIdx)}`, entry]),
    );
    const split = of === 'clean' || of === 'quarantined' ? of : 'train';
    const places = tasksOfSplit(list, split, (scenario, taskIdx) => this.isQuarantined(scenario, taskIdx));
    for (const { scenario, taskIdx } of places) {
      if (leavesOut?.(scenario, taskIdx) === true) continue;
      const entry = said.get(`${scenario}/${String(taskIdx)}`);
      if (of === 'said' && entry === undefined) continue;
      const hashes = (await this.#hasher.of(scenario))?.tasks[taskIdx];
      const task = this.#deps.dataset.find(scenario)?.tasks[taskIdx];
      // What is to be rechecked goes out with what it was said of.
      const then = entry === undefined || entry.recheck.length === 0 ? hashes : this.#lastSaid(entry)?.hashes;
      if (then === undefined || task === undefined) continue;
      const line: StatusLine = {
        format: 'awm-studio task status 1',
        scenario,
        task_idx: taskIdx,
        task,
        status: entry?.status ?? 'ok',
        reason: entry?.reason ?? null,
        evidence: entry?.evidence ?? [],
        by: entry?.by ?? null,
        at: entry === undefined ? null : new Date(entry.atMs).toISOString(),
        task_hash: taskHash(then),
        hashes: then,
      };
      yield `${JSON.stringify(line)}\n`;
    }
  }

  #lastSaid({ scenario, taskIdx, atMs }: TaskStatusEntry): KeptStatus | undefined {
    return this.#said.get(scenario)?.findLast((said) => said.taskIdx === taskIdx && said.atMs === atMs);
  }

  async #add(rows: readonly KeptStatus[]): Promise<void> {
    for (let at = 0; at < rows.length; at += BATCH) {
      const batch = rows.slice(at, at + BATCH);
      this.#deps.shelf.add(batch);
      for (const row of batch) this.#note(row);
      await nextTurn();
    }
    for (const scenario of new Set(rows.map((row) => row.scenario))) await this.#matchOne(scenario);
  }

  /** Keeps the last word on each task as it was then, in order of being said. */
  #note(status: KeptStatus): void {
    const said = this.#said.get(status.scenario) ?? [];
    const at = said.findIndex(({ hash, taskIdx }) => hash === status.hash && taskIdx === status.taskIdx);
    if (at >= 0) said.splice(at, 1);
    said.push(status);
    this.#said.set(status.scenario, said);
  }

  #match(keys: readonly string[]): Promise<void> {
    return this.#inTurn(async () => {
      for (const key of keys) {
        if (this.#closed) return;
        await this.#matchOne(key);
      }
    });
  }

  async #matchOne(scenario: string): Promise<void> {
    const said = this.#said.get(scenario);
    if (said === undefined) return;
    const fingerprint = this.#deps.dataset.fingerprint(scenario);
    if (fingerprint === undefined) return;
    if (said.every((status) => status.fingerprint === fingerprint)) {
      this.#entries.set(scenario, byPlace(scenario, said));
      return;
    }
    try {
      const hashed = await this.#hasher.of(scenario);
      if (hashed !== undefined) this.#entries.set(scenario, matchStatuses(scenario, said, hashed.tasks));
    } catch (error) {
      this.#deps.log.warn(
        { err: error, scenario },
        'whether statuses still fit their tasks could not be seen',
      );
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#work.then(work);
    this.#work = result.catch(() => undefined);
    return result;
  }
}

function byPlace(scenario: string, said: readonly KeptStatus[]): Map<number, TaskStatusEntry> {
  return new Map(said.map((status) => [status.taskIdx, entryOf(scenario, status.taskIdx, status, [])]));
}
