import { WorkerPool } from '../worker-pool.ts';
import { replySchema } from './tasks.ts';
import type { StateOutcome, StateTask } from './tasks.ts';

export interface StateWorkersOptions {
  readonly homeDir: string;
  /** Default 10 s, from the question to the answer. */
  readonly deadlineMs?: number | undefined;
  /** Default 200 questions that wait. */
  readonly queue?: number | undefined;
}

/** Worker threads that read states: plain JavaScript, so that ending one always works. */
export class StateWorkers extends WorkerPool<StateTask, StateOutcome> {
  constructor({ homeDir, deadlineMs = 10_000, queue = 200 }: StateWorkersOptions) {
    super({
      script: new URL('./state-worker.ts', import.meta.url),
      homeDir,
      // Two, so that one slow question does not hold up the others.
      workers: 2,
      queue,
      deadlineMs,
      // A crafted file may have its rows fill memory.
      heapMb: 1024,
      parse: (message) => replySchema.parse(message),
      words: {
        busy: 'Too many questions about recorded states wait; ask again in a moment',
        late: (seconds) =>
          `The state could not be read within ${String(seconds)} s; ask for less of it, or for another state`,
        failed: 'Reading the state failed',
      },
    });
  }
}
