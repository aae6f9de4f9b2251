import { createHash } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import { WorkerPool } from '../../store/worker-pool.ts';
import type { Agreement, AgreementAnswers, AgreementTask } from './types.ts';
import { replySchema, type WorkerOutcome, type WorkerTask } from './worker-task.ts';

export interface AgreementOptions {
  readonly homeDir: string;
  /** Changes with whatever a project's figures hang on; undefined: there is no such project. */
  readonly revisionOf: (project: string) => string | undefined;
}

/** Answers that are kept until a label changes. */
const KEPT = 200;
/** Of a project with 100,000 labels the slowest breakdown takes about ten seconds. */
const DEADLINE_MS = 60_000;
const QUEUE = 100;

export function createAgreement({ homeDir, revisionOf }: AgreementOptions): Agreement {
  const pool = new WorkerPool<WorkerTask, WorkerOutcome>({
    script: new URL('./agreement-worker.ts', import.meta.url),
    homeDir,
    // One: it keeps the labels in memory.
    workers: 1,
    queue: QUEUE,
    deadlineMs: DEADLINE_MS,
    heapMb: 2_048,
    parse: (message) => replySchema.parse(message),
    words: {
      busy: 'Too many questions about agreement wait; ask again in a moment',
      late: (seconds) =>
        `Agreement could not be worked out within ${String(seconds)} s; filter by queue or scenario`,
      failed: 'Working out agreement failed',
    },
  });
  /** In order of use, the longest unused first. */
  const kept = new Map<string, WorkerOutcome>();

  async function answer(work: WorkerTask, signal: AbortSignal | undefined): Promise<WorkerOutcome> {
    // The time of asking makes no other answer within a minute.
    const asked = work.task.of === 'progress' ? { of: 'progress', at: minuteOf(work.task.nowMs) } : work.task;
    const key = createHash('sha256')
      .update(JSON.stringify([work.project, work.revision, work.hidden, asked]))
      .digest('base64');
    const known = kept.get(key);
    if (known !== undefined) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const outcome = await pool.run(work, signal);
    kept.set(key, outcome);
    const [oldest] = kept.keys();
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
    return outcome;
  }

  return {
    async ask<T extends AgreementTask>(
      project: string,
      hidden: ReadonlySet<string>,
      task: T,
      signal?: AbortSignal,
    ): Promise<AgreementAnswers[T['of']]> {
      const revision = revisionOf(project);
      if (revision === undefined) throw new AppError('not_found', 'There is no such project.');
      const outcome = await answer({ project, revision, hidden: [...hidden].sort(), task }, signal);
      if ('code' in outcome) throw new AppError(outcome.code, outcome.message);
      // The worker answers what the task asks for.
      return outcome.answer as AgreementAnswers[T['of']];
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

function minuteOf(atMs: number): number {
  return Math.floor(atMs / 60_000);
}
