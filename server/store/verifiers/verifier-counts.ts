import type { Catalog } from '../catalog.ts';
import type { VerifierTaskCount } from './types.ts';

/** A label counts where all who gave one say the same of "complete or not". */
const COUNTS = `
WITH said AS (
  SELECT episode, min(outcome) AS outcome, count(DISTINCT outcome) AS words FROM counted_labels GROUP BY episode)
SELECT e.scenario, e.task_idx AS taskIdx, count(*) AS runs, count(said.episode) AS labelled,
  coalesce(sum(said.words = 1 AND e.verdict IS NOT NULL
    AND (said.outcome = 'complete') <> (coalesce(f.regraded, e.verdict) = 'complete')), 0) AS disagree
FROM episodes AS e
LEFT JOIN said ON said.episode = e.n
LEFT JOIN run_facts AS f ON f.episode = e.n
WHERE e.task_idx IS NOT NULL AND e.ended_at IS NOT NULL AND e.origin <> 'what_if'
GROUP BY e.scenario, e.task_idx ORDER BY disagree DESC, labelled DESC, runs DESC, e.scenario, e.task_idx`;

/** Reads every episode: not for the event loop. */
export function verifierCounts({ raw }: Catalog): VerifierTaskCount[] {
  return raw.prepare<[], VerifierTaskCount>(COUNTS).all();
}
