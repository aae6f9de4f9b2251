import { AppError } from '../../../lib/contracts/errors.ts';
import type { Job, JobLine } from '../../../lib/contracts/jobs.ts';
import type { Log } from '../../log.ts';
import { JobRun } from './job-run.ts';
import type { Jobs, JobSpec, JobSubject } from './types.ts';

const AT_ONCE = 2;
const MAX_WAITING = 50;
const KEPT_ENDED = 100;
const REPORT_PAGE = 500;

class JobQueue implements Jobs {
  readonly #log: Log;
  /** In order of their start. */
  readonly #jobs = new Map<string, JobRun>();
  readonly #waiting: JobRun[] = [];
  readonly #running = new Set<Promise<void>>();
  #closed = false;

  constructor(log: Log) {
    this.#log = log;
  }

  start(spec: JobSpec): Job {
    if (this.#closed) throw new AppError('capacity_reached', 'The server is stopping.');
    if (this.#waiting.length >= MAX_WAITING)
      throw new AppError(
        'capacity_reached',
        `${String(MAX_WAITING)} jobs wait already; cancel one or try again when some are through.`,
      );
    const run = new JobRun(spec);
    this.#jobs.set(run.id, run);
    this.#waiting.push(run);
    this.#next();
    return run.describe();
  }

  list(leavesOut: (about: JobSubject) => boolean = () => false): readonly Job[] {
    return [...this.#jobs.values()]
      .filter(({ about }) => about === undefined || !leavesOut(about))
      .reverse()
      .map((run) => run.describe());
  }

  about(id: string): JobSubject | undefined {
    return this.#find(id).about;
  }

  get(id: string): Job {
    return this.#find(id).describe();
  }

  report(id: string, query: { readonly outcome?: JobLine['outcome']; readonly offset: number }) {
    const run = this.#find(id);
    const lines =
      query.outcome === undefined ? run.lines : run.lines.filter(({ outcome }) => outcome === query.outcome);
    return {
      items: lines.slice(query.offset, query.offset + REPORT_PAGE),
      total: lines.length,
      more: run.moreLines,
    };
  }

  cancel(id: string): Job {
    const run = this.#find(id);
    if (!run.isOver) run.cancel();
    return run.describe();
  }

  ended(id: string): Promise<Job> {
    return this.#find(id).ended;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed = true;
    this.#waiting.length = 0;
    for (const run of this.#jobs.values()) if (!run.isOver) run.cancel();
    await Promise.all(this.#running);
  }

  #find(id: string): JobRun {
    const run = this.#jobs.get(id);
    if (run === undefined)
      throw new AppError('not_found', 'No such job. Jobs are forgotten when the server stops.');
    return run;
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const run = this.#waiting.shift();
      if (run === undefined) return;
      if (run.isOver) continue;
      const work = run
        .run()
        .catch((error: unknown) => this.#log.error({ err: error, job: run.id }, 'a job failed'))
        .finally(() => {
          this.#running.delete(work);
          this.#forget();
          this.#next();
        });
      this.#running.add(work);
    }
  }

  #forget(): void {
    const over = [...this.#jobs.values()].filter(({ isOver }) => isOver);
    for (const { id } of over.slice(0, Math.max(0, over.length - KEPT_ENDED))) this.#jobs.delete(id);
  }
}

export function createJobs(log: Log): Jobs {
  return new JobQueue(log);
}
