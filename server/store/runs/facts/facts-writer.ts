import { setImmediate } from 'node:timers/promises';
import type { Statement } from 'better-sqlite3';
import { z } from 'zod';
import { AppError } from '../../../../lib/contracts/errors.ts';
import type { Catalog } from '../../catalog.ts';
import type { StateWorkers } from '../../states/state-workers.ts';
import { countedFacts, factsSchema } from './facts-of.ts';
import type { RunFacts } from './facts-of.ts';

/** Runs asked about at once: some tens of milliseconds of one worker. */
const TURN = 10;
/** Runs whose states wait for the facts before the recording policy may take them. */
const WAITING = 10_000;
/** Before what the disk did not take, or the workers had no time for, is tried again. */
const RETRY_MS = 30_000;
/** A run that took a worker's whole time so often has only what its steps tell. */
const TRIES = 3;

interface FactsWriterOptions {
  readonly catalog: Catalog;
  readonly workers: Pick<StateWorkers, 'run'>;
  readonly onProblem: (message: string, error: unknown) => void;
  /** Default RETRY_MS. */
  readonly retryAfterMs?: number | undefined;
}

const answered = z.array(factsSchema);

/**
 * Finds out what is known of ended runs (`facts_pending`, filled by triggers) a few at a time, in the workers that read
 * states. A run whose steps still wait for their normalised hashes waits too.
 */
export class FactsWriter implements AsyncDisposable {
  readonly #options: FactsWriterOptions;
  readonly #next: Statement<[number], { episode: number }>;
  readonly #done: Statement<[number]>;
  readonly #keep: Statement<[RunFacts]>;
  readonly #then = new Map<number, () => void>();
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  /** Runs that the workers had no time for, by how often; they wait for the next try. */
  readonly #late = new Map<number, number>();
  readonly #waiting = new Set<number>();
  #kicks = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(options: FactsWriterOptions) {
    const { raw } = options.catalog;
    this.#options = options;
    this.#next = raw.prepare(
      `SELECT episode FROM facts_pending AS p
       WHERE NOT EXISTS (SELECT 1 FROM steps WHERE episode = p.episode AND normal_state = 0)
       ORDER BY episode DESC LIMIT ?`,
    );
    this.#done = raw.prepare('DELETE FROM facts_pending WHERE episode = ?');
    const names = Object.keys(factsSchema.shape);
    const set = names.slice(1).map((name) => `${name} = excluded.${name}`);
    this.#keep = raw.prepare(
      `INSERT INTO run_facts (${names.join(', ')}) SELECT ${names.map((name) => `@${name}`).join(', ')}
       WHERE EXISTS (SELECT 1 FROM episodes WHERE n = @episode)
       ON CONFLICT (episode) DO UPDATE SET ${set.join(', ')}`,
    );
  }

  /** Looks for what waits. */
  kick(): void {
    if (this.#closed()) return;
    this.#kicks++;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** The run has ended and is settled; `then` is called once its facts are there, or cannot be. */
  take(episode: number, then: () => void): void {
    if (this.#then.size >= WAITING) then();
    else this.#then.set(episode, then);
    this.kick();
  }

  async settled(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#retry);
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    try {
      let seen: number;
      do {
        // After the commit that ended a run has returned to whoever made it.
        await setImmediate();
        seen = this.#kicks;
        for (let some = this.#take(); some.length > 0 && !this.#closed(); some = this.#take()) {
          await this.#write(some);
          await setImmediate();
        }
      } while (this.#kicks !== seen && !this.#closed());
      // Those left have their facts from before.
      for (const episode of this.#then.keys())
        if (!this.#closed() && !this.#waiting.has(episode)) this.#finish(episode);
    } catch (error) {
      if (this.#closed()) return;
      this.#options.onProblem('what is known of ended runs could not be saved; it is tried again', error);
      this.#tryAgain();
    }
  }

  #tryAgain(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      this.#waiting.clear();
      this.kick();
    }, this.#options.retryAfterMs ?? RETRY_MS).unref();
  }

  #closed(): boolean {
    return this.#stop.signal.aborted;
  }

  #take(): number[] {
    const some = this.#next.all(TURN + this.#waiting.size).map(({ episode }) => episode);
    return some.filter((episode) => !this.#waiting.has(episode)).slice(0, TURN);
  }

  async #write(episodes: readonly number[]): Promise<void> {
    const found = await this.#ask(episodes);
    if (this.#closed()) return;
    const through = episodes.filter((episode) => !this.#waiting.has(episode));
    this.#options.catalog.raw
      .transaction(() => {
        for (const facts of found) this.#keep.run(facts);
        for (const episode of through) this.#done.run(episode);
      })
      .immediate();
    for (const episode of through) {
      this.#late.delete(episode);
      this.#finish(episode);
    }
  }

  #finish(episode: number): void {
    const then = this.#then.get(episode);
    this.#then.delete(episode);
    then?.();
  }

  /** One that makes the worker fail must not take the others along. */
  async #ask(episodes: readonly number[]): Promise<readonly RunFacts[]> {
    const { workers, catalog, onProblem } = this.#options;
    try {
      const task = { kind: 'run_facts' as const, episodes: [...episodes] };
      const outcome = await workers.run(task, this.#stop.signal);
      if (outcome.kind === 'value') return answered.parse(outcome.value);
      throw new Error(outcome.kind === 'error' ? outcome.message : outcome.answer.message);
    } catch (error) {
      if (this.#closed()) return [];
      const [first] = episodes;
      if (episodes.length > 1) {
        const found: RunFacts[] = [];
        for (const episode of episodes) found.push(...(await this.#ask([episode])));
        return found;
      }
      if (first !== undefined && isBusy(error) && this.#putOff(first)) return [];
      onProblem('the states of an ended run could not be compared', error);
      const facts = first === undefined ? undefined : countedFacts(catalog, first);
      return facts === undefined ? [] : [facts];
    }
  }

  /** False where it was put off too often. */
  #putOff(episode: number): boolean {
    const tries = (this.#late.get(episode) ?? 0) + 1;
    if (tries >= TRIES) return false;
    this.#late.set(episode, tries);
    this.#waiting.add(episode);
    this.#tryAgain();
    return true;
  }
}

/** The workers have too much to do, which says nothing of the run. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === 'deadline_exceeded' || error.code === 'capacity_reached')
  );
}
