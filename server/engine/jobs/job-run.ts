import { randomBytes } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import { JOB_LINES, type Job, type JobLine } from '../../../lib/contracts/jobs.ts';
import type { JobProgress, JobSpec } from './types.ts';

const COUNTED = { ok: 'ok', warning: 'warnings', failed: 'failed', skipped: 'skipped' } as const;

/** One job from its start to its end. */
export class JobRun {
  readonly id = randomBytes(8).toString('hex');
  readonly lines: JobLine[] = [];
  readonly #spec: Omit<JobSpec, 'work'>;
  /** Let go when the job is over: it may hold a token, or much else. */
  #work: JobSpec['work'] | undefined;
  readonly #stop = new AbortController();
  readonly #ended = Promise.withResolvers<Job>();
  #moreLines = 0;
  #state: Job['state'] = 'waiting';
  #done = 0;
  #total: number | null = null;
  readonly #counts = { ok: 0, warnings: 0, failed: 0, skipped: 0 };
  #now: string | null = null;
  #startedAtMs: number | null = null;
  #endedAtMs: number | null = null;
  #error: string | null = null;
  #result: unknown = null;

  constructor({ work, ...spec }: JobSpec) {
    this.#spec = spec;
    this.#work = work;
  }

  get about(): JobSpec['about'] {
    return this.#spec.about;
  }

  get isOver(): boolean {
    return this.#endedAtMs !== null;
  }

  get moreLines(): number {
    return this.#moreLines;
  }

  get ended(): Promise<Job> {
    return this.#ended.promise;
  }

  describe(): Job {
    return {
      id: this.id,
      kind: this.#spec.kind,
      title: this.#spec.title,
      state: this.#state,
      done: this.#done,
      total: this.#total,
      ...this.#counts,
      now: this.#now,
      startedAtMs: this.#startedAtMs,
      endedAtMs: this.#endedAtMs,
      error: this.#error,
      result: this.#result,
    };
  }

  /** Rejects with what is no error of ours, once the job has ended with it. */
  async run(): Promise<void> {
    const work = this.#work;
    if (work === undefined) return;
    this.#state = 'running';
    this.#startedAtMs = Date.now();
    try {
      this.#result = await work(this.#progress());
      this.#end(this.#stop.signal.aborted ? 'cancelled' : 'done');
    } catch (error) {
      if (this.#stop.signal.aborted) this.#end('cancelled');
      else {
        this.#error = error instanceof AppError ? error.message : 'It failed; the server’s log says why.';
        this.#end('failed');
        if (!(error instanceof AppError)) throw error;
      }
    }
  }

  /** What runs is asked to stop and ends when it has. */
  cancel(): void {
    this.#stop.abort();
    if (this.#state === 'waiting') this.#end('cancelled');
  }

  #end(state: Job['state']): void {
    this.#state = state;
    this.#work = undefined;
    this.#now = null;
    this.#endedAtMs = Date.now();
    this.#ended.resolve(this.describe());
  }

  #progress(): JobProgress {
    return {
      signal: this.#stop.signal,
      total: (parts) => {
        this.#total = parts;
      },
      now: (what) => {
        this.#now = what;
      },
      line: ({ run = null, ...line }) => {
        this.#done += 1;
        this.#counts[COUNTED[line.outcome]] += 1;
        if (this.lines.length < JOB_LINES) this.lines.push({ ...line, run });
        else this.#moreLines += 1;
      },
      advance: (parts) => {
        this.#done += parts;
      },
    };
  }
}
