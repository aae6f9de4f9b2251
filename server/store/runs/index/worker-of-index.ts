import { WorkerPool } from '../../worker-pool.ts';
import { replySchema } from './tasks.ts';
import type { IndexOutcome, IndexTask } from './tasks.ts';

/** The one worker thread that keeps the run table in memory. */
export class IndexWorker extends WorkerPool<IndexTask, IndexOutcome> {
  constructor({ homeDir, deadlineMs = 60_000 }: { readonly homeDir: string; readonly deadlineMs?: number }) {
    super({
      script: new URL('./index-worker.ts', import.meta.url),
      homeDir,
      workers: 1,
      queue: 100,
      // The first question waits for all rows to be read: about a second of computing for 100,000, many on a busy machine.
      // Who is cut off there begins anew.
      deadlineMs,
      heapMb: 2048,
      parse: (message) => replySchema.parse(message),
      words: {
        busy: 'Too many questions about runs wait; ask again in a moment',
        late: (seconds) =>
          `The run table could not answer within ${String(seconds)} s; ask for less of it, or again in a moment`,
        failed: 'Reading the run table failed',
      },
    });
  }
}
