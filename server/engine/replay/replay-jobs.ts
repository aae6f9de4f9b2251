import type { ReplayResult } from '../../../lib/contracts/branches.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Job, JobLine } from '../../../lib/contracts/jobs.ts';
import type { JobProgress, Jobs } from '../jobs/types.ts';
import type { RunReplayDeps } from './play-again.ts';
import { replayRun } from './replay-run.ts';

/** Sessions that people and trainers use go on beside it. */
const AT_ONCE = 2;

const LINES: Readonly<Record<ReplayResult['outcome'], JobLine['outcome']>> = {
  exact: 'ok',
  equal: 'ok',
  drift: 'warning',
  not_replayable: 'skipped',
};

/** A job that replays runs; its result counts them by outcome. @throws AppError capacity_reached */
export function startReplays(
  deps: RunReplayDeps,
  jobs: Jobs,
  ids: readonly string[],
  clock: ReplayResult['clock'],
): Job {
  const title = ids.length === 1 ? 'Replays a run' : `Replays ${String(ids.length)} runs`;
  return jobs.start({
    kind: 'replay',
    title,
    about: { kind: 'runs', ids },
    work: (progress) => work(deps, ids, clock, progress),
  });
}

async function work(
  deps: RunReplayDeps,
  ids: readonly string[],
  clock: ReplayResult['clock'],
  progress: JobProgress,
): Promise<Record<ReplayResult['outcome'], number>> {
  const counts = { exact: 0, equal: 0, drift: 0, not_replayable: 0 };
  progress.total(ids.length);
  const waiting = [...ids];
  const replayNext = async (): Promise<void> => {
    for (let id = waiting.shift(); id !== undefined && !progress.signal.aborted; id = waiting.shift()) {
      const subject = id.slice(0, 6);
      progress.now(subject);
      try {
        const { outcome, message } = await replayRun(deps, id, clock, progress.signal);
        counts[outcome] += 1;
        progress.line({ subject, outcome: LINES[outcome], message, run: id });
      } catch (error) {
        if (!(error instanceof AppError)) deps.log.error({ err: error, run: id }, 'a replay failed');
        const message = error instanceof AppError ? error.message : 'It failed; the server’s log says why.';
        progress.line({ subject, outcome: 'failed', message, run: id });
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, replayNext));
  return counts;
}
