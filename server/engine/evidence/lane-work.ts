import { AppError } from '../../../lib/contracts/errors.ts';
import type { AnsweredState } from './answered-states.ts';
import type { VerdictRuns } from './verdict-runs.ts';
import type { Subject } from './verdict-subject.ts';

/** Episodes whose states are run at once, one state at a time. */
const AT_ONCE = 2;
/** Further ones are taken when they are asked for again. */
const MAX_WAITING = 100;
/** Nobody asked for so long: the rest is run when somebody asks again. */
const UNASKED_MS = 20_000;
/** A verifier that took its whole time twice in a row takes it at the other states too. */
const MAX_TIMEOUTS = 2;
const STOPPED_MS = 10 * 60_000;
const KEPT_STOPPED = 1_000;

interface Lane {
  readonly subject: Subject;
  readonly todo: AnsweredState[];
  readonly done: Promise<void>;
  readonly finish: () => void;
  askedMs: number;
}

/** Runs the missing verdicts of lanes that somebody looks at, in the background. */
export class LaneWork implements AsyncDisposable {
  readonly #runs: VerdictRuns;
  readonly #lanes = new Map<string, Lane>();
  readonly #waiting: Lane[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new Map<string, { readonly message: string; readonly untilMs: number }>();
  readonly #end = new AbortController();

  constructor(runs: VerdictRuns) {
    this.#runs = runs;
  }

  /** Why the rest of an episode's states is not run, if so. */
  stopped(episodeId: string): string | undefined {
    const found = this.#stopped.get(episodeId);
    if (found === undefined || found.untilMs > Date.now()) return found?.message;
    this.#stopped.delete(episodeId);
    return undefined;
  }

  /** Settles when all that was missing of the episode is run, or given up; never rejects. Newest states first. */
  start(subject: Subject, missing: readonly AnsweredState[]): Promise<void> {
    const { id } = subject.record;
    const known = this.#lanes.get(id);
    if (known !== undefined) {
      known.askedMs = Date.now();
      return known.done;
    }
    if (this.#end.signal.aborted || this.#waiting.length >= MAX_WAITING) return Promise.resolve();
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const lane = { subject, todo: [...missing], done, finish, askedMs: Date.now() };
    this.#lanes.set(id, lane);
    this.#waiting.push(lane);
    this.#next();
    return done;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    for (const lane of this.#waiting.splice(0)) this.#close(lane);
    await Promise.all(this.#running);
  }

  #next(): void {
    if (this.#running.size >= AT_ONCE) return;
    const lane = this.#waiting.shift();
    if (lane === undefined) return;
    const work = this.#run(lane).finally(() => {
      this.#running.delete(work);
      this.#close(lane);
      this.#next();
    });
    this.#running.add(work);
  }

  async #run(lane: Lane): Promise<void> {
    let timeouts = 0;
    for (let state = lane.todo.pop(); state !== undefined; state = lane.todo.pop()) {
      if (this.#end.signal.aborted || Date.now() - lane.askedMs > UNASKED_MS) return;
      try {
        const options = { observe: false, background: true };
        const result = await this.#runs.run(lane.subject, state, options, this.#end.signal);
        timeouts = result.kind === 'failed' && result.tookTooLong ? timeouts + 1 : 0;
      } catch (error) {
        // Whoever asks next sees the state as missing still.
        this.#stop(lane, error instanceof AppError ? error.message : 'The verifier could not be run.', 5_000);
        return;
      }
      if (timeouts >= MAX_TIMEOUTS) {
        const message = 'Not run: the verifier took longer than its limit at later states.';
        this.#stop(lane, message, STOPPED_MS);
        return;
      }
    }
  }

  #stop({ subject }: Lane, message: string, forMs: number): void {
    this.#stopped.set(subject.record.id, { message, untilMs: Date.now() + forMs });
    const [oldest] = this.#stopped.keys();
    if (this.#stopped.size > KEPT_STOPPED && oldest !== undefined) this.#stopped.delete(oldest);
  }

  #close(lane: Lane): void {
    this.#lanes.delete(lane.subject.record.id);
    lane.finish();
  }
}
