import type { Job, JobKind, JobLine } from '../../../lib/contracts/jobs.ts';

/** What the work of a job says of itself while it runs. */
export interface JobProgress {
  /** Aborts when somebody cancels the job or the server stops. */
  readonly signal: AbortSignal;
  total(parts: number): void;
  now(what: string): void;
  /** A part is through. */
  line(line: Omit<JobLine, 'run'> & { readonly run?: string }): void;
  /** Parts that are through without a line of their own. */
  advance(parts: number): void;
}

/** Whose ends a job tells of; absent: of none. */
export type JobSubject =
  | { readonly kind: 'runs'; readonly ids: readonly string[] }
  | { readonly kind: 'task'; readonly scenario: string; readonly taskIdx: number }
  | { readonly kind: 'scenarios'; readonly keys: readonly string[] };

export interface JobSpec {
  readonly kind: JobKind;
  readonly title: string;
  readonly about?: JobSubject;
  /** Its answer is the job's result; what it throws, its error. */
  readonly work: (progress: JobProgress) => Promise<unknown>;
}

/** Work behind the scenes: two at once, others wait their turn. */
export interface Jobs extends AsyncDisposable {
  /** @throws AppError capacity_reached where many wait */
  start(spec: JobSpec): Job;
  list(leavesOut?: (about: JobSubject) => boolean): readonly Job[];
  /** @throws AppError not_found */
  about(id: string): JobSubject | undefined;
  /** @throws AppError not_found */
  get(id: string): Job;
  report(
    id: string,
    query: { readonly outcome?: JobLine['outcome']; readonly offset: number },
  ): { readonly items: readonly JobLine[]; readonly total: number; readonly more: number };
  cancel(id: string): Job;
  /** Settles when the job has ended, however; rejects with not_found. */
  ended(id: string): Promise<Job>;
}
