import { setTimeout } from 'node:timers/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import type { CliIo } from '../io.ts';
import type { ExportDesk } from './types.ts';

const POLL_MS = 200;
/** Between two lines where there is no terminal. */
const LINE_MS = 5_000;

/** Waits for a job and says how far it is; stopped, it is cancelled first. @throws AppError runtime_failed with what the job says */
export async function follow(
  desk: Pick<ExportDesk, 'job' | 'cancel'>,
  started: Job,
  { stderr }: CliIo,
  signal: AbortSignal,
): Promise<Job> {
  const isTerminal = stderr.isTTY === true;
  let shownAt = performance.now();
  const show = ({ done, now }: Job): void => {
    const line = [done > 0 ? `${String(done)} rows` : '', now ?? ''].filter((part) => part !== '').join(', ');
    if (line === '') return;
    if (isTerminal) stderr.write(`\r\u001b[K${line}`);
    else if (performance.now() - shownAt > LINE_MS) {
      shownAt = performance.now();
      stderr.write(`${line}\n`);
    }
  };
  try {
    for (let job = started; ; job = await desk.job(started.id)) {
      if (job.endedAtMs !== null) {
        if (job.state === 'done') return job;
        throw new AppError('runtime_failed', job.error ?? `${job.title}: cancelled.`);
      }
      show(job);
      await setTimeout(POLL_MS, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) await desk.cancel(started.id);
    throw error;
  } finally {
    if (isTerminal) stderr.write('\r\u001b[K');
  }
}
