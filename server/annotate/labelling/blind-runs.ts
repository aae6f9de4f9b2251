import type { BlindRun } from '../../../lib/contracts/annotation/labelling.ts';
import type { AttachedMessages } from '../../../lib/contracts/artifacts.ts';
import { AppError, type ErrorCode } from '../../../lib/contracts/errors.ts';
import type { Store } from '../../store/types.ts';
import { blindRun, type RowCounts } from './blind-run.ts';

/** Runs kept ready: each has some 10–100 KB. */
const KEPT = 200;
/** Change sets counted at once, over all runs; steps of a run that are counted. */
const AT_ONCE = 2;
const COUNTED_STEPS = 300;
/** Rows of runs whose counting waits; more are not counted until they are asked for again. */
const WAITING = 50;
/** They say nothing of the state. */
const BUSY: ReadonlySet<ErrorCode> = new Set(['capacity_reached', 'deadline_exceeded']);

interface Kept {
  readonly run: BlindRun;
  readonly rows: Map<number, RowCounts>;
  counted: Promise<void> | undefined;
}

export interface BlindRunsDeps {
  readonly store: Pick<Store, 'episode' | 'steps' | 'states'>;
  readonly messages: (run: string) => AttachedMessages;
}

/** Runs as annotators see them. They have ended: what was read of one stays true, but for a log that is attached later. */
export class BlindRunShelf implements AsyncDisposable {
  readonly #deps: BlindRunsDeps;
  readonly #kept = new Map<string, Kept>();
  readonly #queue: (() => Promise<void>)[] = [];
  readonly #stop = new AbortController();
  readonly #running = new Set<Promise<void>>();

  constructor(deps: BlindRunsDeps) {
    this.#deps = deps;
  }

  /** Waits for row counts up to `waitMs`; those that are not known by then are null. @throws AppError not_found */
  async get(id: string, waitMs: number): Promise<BlindRun> {
    const kept = this.#find(id);
    const counted = this.#count(id, kept);
    if (waitMs > 0) {
      const timer = Promise.withResolvers<undefined>();
      const timeout = setTimeout(() => timer.resolve(undefined), waitMs);
      await Promise.race([counted, timer.promise]);
      clearTimeout(timeout);
    }
    const steps = kept.run.steps.map((step) => ({ ...step, rows: kept.rows.get(step.seq) ?? null }));
    return { ...kept.run, steps };
  }

  /** @throws AppError not_found */
  steps(id: string): BlindRun['steps'] {
    return this.#find(id).run.steps;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    this.#queue.length = 0;
    await Promise.all(this.#running);
  }

  #find(id: string): Kept {
    const known = this.#kept.get(id);
    if (known !== undefined) {
      this.#kept.delete(id);
      this.#kept.set(id, known);
      return known;
    }
    const { store, messages } = this.#deps;
    const episode = store.episode(id);
    if (episode === undefined)
      throw new AppError('not_found', 'The run of this item is gone. Skip the item, and tell its lead.');
    const run = blindRun({ episode, steps: store.steps(id), messages: messages(id) });
    const made: Kept = { run, rows: new Map(), counted: undefined };
    this.#kept.set(id, made);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) break;
      this.#kept.delete(oldest);
    }
    return made;
  }

  #count(id: string, kept: Kept): Promise<void> {
    if (kept.counted !== undefined) return kept.counted;
    if (this.#stop.signal.aborted || this.#queue.length >= WAITING) return Promise.resolve();
    const done = Promise.withResolvers<undefined>();
    kept.counted = done.promise;
    this.#queue.push(async () => {
      // What there was no time for is counted when it is asked for again.
      if (!(await this.#countRows(id, kept))) kept.counted = undefined;
      done.resolve(undefined);
    });
    this.#work();
    return done.promise;
  }

  #work(): void {
    while (this.#running.size < AT_ONCE) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      const running = next().finally(() => {
        this.#running.delete(running);
        this.#work();
      });
      this.#running.add(running);
    }
  }

  /** A state that cannot be read stays unknown. False where one may be read another time. Never throws. */
  async #countRows(id: string, { run, rows }: Kept): Promise<boolean> {
    let isThrough = true;
    const wrote = run.steps.filter((step) => step.wrote).slice(0, COUNTED_STEPS);
    for (const { seq } of wrote) {
      if (this.#stop.signal.aborted) return false;
      if (rows.has(seq)) continue;
      try {
        const query = { from: seq - 1, to: seq, offset: 0, limit: 1 };
        const changes = await this.#deps.store.states.changes(id, query, this.#stop.signal);
        if (changes.state !== 'ok') continue;
        rows.set(seq, { added: changes.inserted, changed: changes.updated, removed: changes.deleted });
      } catch (error) {
        const isBusy = error instanceof AppError && BUSY.has(error.code);
        isThrough &&= !isBusy;
      }
    }
    return isThrough;
  }
}
