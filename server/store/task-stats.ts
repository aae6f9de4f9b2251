import type { TaskStats } from '../../lib/contracts/evidence.ts';
import type { Catalog } from './catalog.ts';

/** Verdicts from best to worst; all others are errors. */
const RANKS = ['complete', 'incomplete', 'others'] as const;

/** `counted`: a baseline play from the seed on that ended with done, without a verdict having been seen before. */
const BY_TASK = `
SELECT scenario, task_idx AS taskIdx,
  sum(counted) AS humanRuns,
  sum(counted AND verdict IS 'complete') AS humanPasses,
  sum(actor <> 'human' AND ended AND verdict IS NOT NULL) AS agentRuns,
  sum(actor <> 'human' AND ended AND verdict IS 'complete') AS agentPasses,
  sum(actor = 'human' AND ended AND NOT counted) AS otherRuns,
  max(started_at) AS lastRunMs
FROM (
  SELECT scenario, task_idx, actor, verdict, started_at, ended_at IS NOT NULL AS ended,
    actor = 'human' AND baseline = 1 AND origin <> 'fork' AND saw_verdict_at IS NULL AND end_reason IS 'done' AS counted
  FROM episodes WHERE task_idx IS NOT NULL)
GROUP BY scenario, task_idx ORDER BY scenario, task_idx`;

const BEST = `
SELECT scenario, task_idx AS taskIdx, min(CASE reward_type
  WHEN 'complete' THEN 0 WHEN 'incomplete' THEN 1 WHEN 'others' THEN 2 ELSE 3 END) AS rank
FROM verdicts JOIN episodes ON episodes.n = verdicts.episode
WHERE task_idx IS NOT NULL GROUP BY scenario, task_idx`;

/** Runs and passes of the tasks that have any. Reads every episode: not for the event loop. */
export function taskStats({ raw }: Catalog): TaskStats[] {
  const id = ({ scenario, taskIdx }: { scenario: string; taskIdx: number }) => `${scenario}\n${taskIdx}`;
  const best = raw.prepare<[], { scenario: string; taskIdx: number; rank: number }>(BEST).all();
  const ranks = new Map(best.map((row) => [id(row), row.rank]));
  return raw
    .prepare<[], Omit<TaskStats, 'best'>>(BY_TASK)
    .all()
    .map((row) => {
      const rank = ranks.get(id(row));
      return { ...row, best: rank === undefined ? null : (RANKS[rank] ?? 'error') };
    });
}
