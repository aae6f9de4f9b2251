/** Worker thread: follows the states of runs and of their replays, at low priority. Opens the catalog for reading only. */
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { AppError } from '../../../../lib/contracts/errors.ts';
import { READY } from '../../worker-pool.ts';
import { followRequestSchema, type FollowOutcome, type FollowTask } from './tasks.ts';
import { Tracks } from './tracks.ts';

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const { homeDir } = z.object({ homeDir: z.string() }).parse(workerData);
  if (process.platform === 'linux') setPriority(0, 19);
  const tracks = new Tracks(homeDir);
  port.on('message', (message: unknown) => {
    const { id, task } = followRequestSchema.parse(message);
    port.postMessage({ id, outcome: answer(tracks, task) });
  });
  port.postMessage(READY);
}

function answer(tracks: Tracks, task: FollowTask): FollowOutcome {
  try {
    return tracks.answer(task);
  } catch (error) {
    if (error instanceof AppError) return { kind: 'error', code: error.code, message: error.message };
    return {
      kind: 'error',
      code: 'internal',
      message: error instanceof Error ? error.message : String(error),
    };
  }
}
