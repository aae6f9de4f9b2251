import { Worker } from 'node:worker_threads';
import type { Statement } from 'better-sqlite3';
import type { Catalog } from './catalog.ts';
import type { EndResult, NormalResult } from './normalise-episode.ts';
import type { WorkerMessage, WorkerTask } from './normalise-worker.ts';

/** Episodes that wait in memory; more wait in the catalog (steps_pending). */
const QUEUE = 10_000;
/** Longest silence of the worker before it is replaced and the episode given up. */
const SILENCE_MS = 60_000;
/** Pause before results that could not be saved are computed again. */
const RETRY_AFTER_MS = 30_000;
/** Steps between two checkpoints: ~1,000 pages of log. */
const CHECKPOINT_EVERY = 250;

interface NormaliserOptions {
  readonly homeDir: string;
  readonly catalog: Catalog;
  /** Default 30 s. */
  readonly retryAfterMs?: number | undefined;
  /** What an episode that has ended left behind. */
  readonly onEnd?: (end: EndResult) => void;
  /** An episode has no step left that waits. */
  readonly onSettled: (episode: number) => void;
  readonly onProblem: (message: string, error: unknown) => void;
}

/**
 * Fills in normalised hashes and tables touched, one episode at a time, in a worker thread that starts when needed.
 * The same worker checkpoints the catalog.
 */
export class Normaliser implements AsyncDisposable {
  readonly #options: NormaliserOptions;
  readonly #waiting = new Set<number>();
  readonly #idle: (() => void)[] = [];
  readonly #save: Statement<[number, string | null, string | null, string | null, number, number]>;
  readonly #saveMask: Statement<[string, string, string, number]>;
  readonly #giveUp: Statement<[string, number]>;
  readonly #pending: Statement<[number], { episode: number }>;
  readonly #waits: Statement<[number], { episode: number }>;
  #worker: Worker | undefined;
  #current: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Episodes whose results the disk did not take; the worker has gone past them. */
  readonly #unsaved = new Set<number>();
  #retry: NodeJS.Timeout | undefined;
  #overflowed = false;
  #closed = false;
  #commits = 0;

  constructor(options: NormaliserOptions) {
    const { raw } = options.catalog;
    this.#options = options;
    this.#save = raw.prepare(
      `UPDATE steps SET normal_state = ?, normalised = ?, normal_problem = ?, tables_touched = ?
       WHERE episode = ? AND seq = ? AND normal_state = 0`,
    );
    this.#saveMask = raw.prepare(
      `INSERT OR IGNORE INTO masked_columns (scenario, table_name, column_name, kind, rule)
       SELECT scenario, ?, ?, ?, 'auto' FROM episodes WHERE n = ?`,
    );
    this.#giveUp = raw.prepare(
      'UPDATE steps SET normal_state = 2, normal_problem = ? WHERE episode = ? AND normal_state = 0',
    );
    this.#pending = raw.prepare('SELECT DISTINCT episode FROM steps WHERE normal_state = 0 LIMIT ?');
    this.#waits = raw.prepare('SELECT episode FROM steps WHERE normal_state = 0 AND episode = ? LIMIT 1');
  }

  /** Takes up what an earlier process left. */
  resume(): void {
    this.#overflowed = false;
    for (const { episode } of this.#pending.all(QUEUE)) this.#waiting.add(episode);
    this.#next();
  }

  enqueue(episode: number): void {
    if (this.#waiting.size < QUEUE) this.#waiting.add(episode);
    else this.#overflowed = true;
    this.#next();
  }

  /** Reads an episode from its beginning: it was written as a whole, or its states changed. */
  again(episode: number): void {
    if (this.#closed) return;
    this.#send({ kind: 'forget', episode });
    this.enqueue(episode);
  }

  /** An episode was deleted, or came back. */
  forget(episode: number): void {
    if (this.#closed || this.#worker === undefined) return;
    this.#send({ kind: 'forget', episode });
  }

  /** Has the worker write the catalog's log back now and then. */
  countCommit(): void {
    if (++this.#commits % CHECKPOINT_EVERY === 0 && !this.#closed) this.#send({ kind: 'checkpoint' });
  }

  isPending(episode: number): boolean {
    return this.#waits.get(episode) !== undefined;
  }

  /** Something of the episode is still to come, steps or its end. */
  isBusyWith(episode: number): boolean {
    return this.#current === episode || this.#waiting.has(episode) || this.isPending(episode);
  }

  /** Waits until nothing waits. */
  settled(): Promise<void> {
    if (this.#isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#retry);
    await this.#worker?.terminate();
    this.#finishIdle();
  }

  #isIdle(): boolean {
    return this.#closed || (this.#current === undefined && this.#waiting.size === 0);
  }

  #next(): void {
    if (this.#closed || this.#current !== undefined) return;
    const [episode] = this.#waiting;
    if (episode === undefined) {
      if (this.#overflowed) this.resume();
      else this.#finishIdle();
      return;
    }
    this.#waiting.delete(episode);
    this.#current = episode;
    this.#watch();
    this.#send({ kind: 'episode', episode });
  }

  #send(task: WorkerTask): void {
    this.#start().postMessage(task);
  }

  #start(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./normalise-worker.ts', import.meta.url), {
      workerData: { homeDir: this.#options.homeDir },
    });
    // It must not keep the process alive; what waits is taken up at the next start.
    worker.unref();
    worker.on('message', (message: WorkerMessage) => this.#receive(message));
    worker.on('error', (error) => this.#fail(worker, 'the worker failed', error));
    worker.on('exit', () => this.#fail(worker, 'the worker ended', undefined));
    this.#worker = worker;
    return worker;
  }

  #receive(message: WorkerMessage): void {
    if (this.#closed) return;
    try {
      if (message.kind === 'results') {
        this.#watch();
        this.#write(message.episode, message.results);
        return;
      }
      if (message.end !== undefined) this.#options.onEnd?.(message.end);
    } catch (error) {
      this.#options.onProblem('normalised hashes could not be saved; they are tried again', error);
      this.#retryLater(message.episode);
      return;
    }
    this.#finish(message.episode);
  }

  #write(episode: number, results: readonly NormalResult[]): void {
    if (results.length === 0) return;
    this.#options.catalog.raw
      .transaction(() => {
        for (const { seq, normalised, problem, tablesTouched, masked } of results) {
          const tables = tablesTouched === null ? null : JSON.stringify(tablesTouched);
          this.#save.run(problem === null ? 1 : 2, normalised, problem, tables, episode, seq);
          for (const { table, column, kind } of masked) this.#saveMask.run(table, column, kind, episode);
        }
      })
      .immediate();
  }

  /** Disk full, most likely: the steps still wait in the catalog, and are read again from the episode's beginning. */
  #retryLater(episode: number): void {
    this.#unsaved.add(episode);
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      for (const unsaved of this.#unsaved) {
        this.#send({ kind: 'forget', episode: unsaved });
        this.enqueue(unsaved);
      }
      this.#unsaved.clear();
    }, this.#options.retryAfterMs ?? RETRY_AFTER_MS).unref();
  }

  #finish(episode: number): void {
    clearTimeout(this.#timer);
    this.#current = undefined;
    if (!this.#waiting.has(episode) && !this.isPending(episode)) this.#options.onSettled(episode);
    this.#next();
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#worker !== undefined)
        this.#fail(this.#worker, `no result within ${SILENCE_MS} ms`, undefined);
    }, SILENCE_MS);
    this.#timer.unref();
  }

  #fail(worker: Worker, why: string, error: unknown): void {
    if (this.#closed || this.#worker !== worker) return;
    this.#worker = undefined;
    void worker.terminate();
    const episode = this.#current;
    if (episode === undefined) return;
    this.#options.onProblem(`normalised hashes of an episode were given up: ${why}`, error);
    try {
      this.#giveUp.run(error instanceof Error ? `${why}: ${error.message}` : why, episode);
    } catch (failure) {
      this.#options.onProblem('normalised hashes could not be given up; they are tried again', failure);
      this.#retryLater(episode);
    }
    this.#finish(episode);
  }

  #finishIdle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }
}
