import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { AppError } from '../../../../lib/contracts/errors.ts';
import type { ChangesFile, ChangesFileRequest } from './changes-file.ts';

/** For the file to be closed after the last run. */
const GRACE_MS = 3_000;
const HEAP_MB = 1024;

const answerSchema = z.object({ searched: z.number(), unread: z.number(), left: z.number() });

/**
 * Writes the file in a thread of its own, which ends with it.
 * @throws AppError deadline_exceeded, internal; the signal's reason where it is aborted
 */
export async function makeChangesFile(
  homeDir: string,
  request: ChangesFileRequest,
  signal?: AbortSignal,
): Promise<ChangesFile> {
  const worker = new Worker(new URL('./changes-worker.ts', import.meta.url), {
    workerData: { homeDir, ...request },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  worker.unref();
  const limit = AbortSignal.timeout(request.budgetMs + GRACE_MS);
  const stop = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    return await new Promise<ChangesFile>((resolve, reject) => {
      const fail = (cause?: unknown) =>
        reject(new AppError('internal', 'The changes of these runs could not be read', { cause }));
      worker.once('message', (message: unknown) => {
        const answer = answerSchema.safeParse(message);
        if (answer.success) resolve(answer.data);
        else fail(answer.error);
      });
      worker.once('error', fail);
      worker.once('exit', () => fail());
      const onStop = (): void => {
        const late = new AppError(
          'deadline_exceeded',
          'Reading the changes took too long; select fewer runs.',
        );
        const reason: unknown = signal?.reason;
        reject(reason instanceof Error ? reason : late);
      };
      if (stop.aborted) onStop();
      else stop.addEventListener('abort', onStop, { once: true });
    });
  } finally {
    await worker.terminate();
  }
}
