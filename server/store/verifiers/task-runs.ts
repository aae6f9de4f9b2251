import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import type { Catalog } from '../catalog.ts';
import type { TaskRun, VerifierPlace } from './types.ts';

/** Ids per query: SQLite takes 32,766 parameters. */
const BULK = 500;

interface Row extends Omit<TaskRun, 'ended' | 'label'> {
  readonly ended: number;
  readonly outcome: LabelOutcome | null;
  readonly words: number | null;
}

const SELECT = `
SELECT e.n, e.id, e.actor, e.policy, e.experiment, e.train_step AS trainStep, e.run_group AS "group",
  e.parent_id AS parentId, e.ended_at IS NOT NULL AS ended,
  v.reward_type AS verdict, v.reward, v.verifier_hash AS verifierHash, substr(e.final_answer, 1, 300) AS answer,
  (SELECT min(outcome) FROM counted_labels WHERE episode = e.n) AS outcome,
  (SELECT count(DISTINCT outcome) FROM counted_labels WHERE episode = e.n) AS words
FROM episodes AS e
LEFT JOIN verdicts AS v ON v.rowid = (
  SELECT rowid FROM verdicts WHERE episode = e.n AND mode = @mode ORDER BY seq DESC, rowid DESC LIMIT 1)
WHERE e.scenario = @scenario AND e.task_idx = @taskIdx AND e.origin <> 'what_if'`;

/** Runs of a task, in order of beginning: a page of them, or those that are named. */
export function readRuns(
  { raw }: Catalog,
  { scenario, taskIdx, mode }: VerifierPlace,
  which: { readonly after: number; readonly limit: number } | { readonly ids: readonly string[] },
): TaskRun[] {
  const place = { scenario, taskIdx, mode };
  if (!('ids' in which)) {
    const page = raw.prepare<unknown[], Row>(`${SELECT} AND e.n > @after ORDER BY e.n LIMIT @limit`);
    return page.all({ ...place, ...which }).map(toRun);
  }
  const found: TaskRun[] = [];
  const some = raw.prepare<unknown[], Row>(
    `${SELECT} AND e.id IN (SELECT value FROM json_each(@ids)) ORDER BY e.n`,
  );
  for (let start = 0; start < which.ids.length; start += BULK) {
    const ids = JSON.stringify(which.ids.slice(start, start + BULK));
    found.push(...some.all({ ...place, ids }).map(toRun));
  }
  return found;
}

function toRun({ ended, outcome, words, ...row }: Row): TaskRun {
  return { ...row, ended: ended === 1, label: (words ?? 0) > 1 ? 'mixed' : outcome };
}
