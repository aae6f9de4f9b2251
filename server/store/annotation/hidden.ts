import type { Catalog } from '../catalog.ts';
import type { HiddenRun } from './types.ts';

/**
 * Runs of open items that a person holds or may get, and neither submitted nor revealed. An item that others have reserved may come
 * back, so only labels that were given fill it.
 */
const HIDDEN = `
WITH theirs AS (
  SELECT q.n FROM annotation_queues AS q WHERE q.state <> 'closed'
    AND ((@annotator = 1 AND q.everyone = 1)
      OR EXISTS (SELECT 1 FROM annotation_members AS m WHERE m.queue = q.n AND m.person = @person))),
mine AS (
  SELECT a.item, max(a.state IN ('submitted', 'returned') OR a.revealed_at IS NOT NULL) AS seen,
    max(a.state = 'reserved') AS held
  FROM annotation_assignments AS a WHERE a.person = @person GROUP BY a.item),
hidden AS (
  SELECT i.n, i.run, i.other_run, i.scenario, i.task_idx FROM annotation_items AS i
  LEFT JOIN mine ON mine.item = i.n
  WHERE i.queue IN theirs AND i.removed_at IS NULL AND coalesce(mine.seen, 0) = 0
    AND (i.gold IS NOT NULL OR i.submitted < i.overlap OR mine.held = 1)
    AND (i.targeted = 0 OR mine.held = 1
      OR EXISTS (SELECT 1 FROM annotation_item_people AS p WHERE p.item = i.n AND p.person = @person))
  UNION
  SELECT i.n, i.run, i.other_run, i.scenario, i.task_idx FROM annotation_assignments AS a
  JOIN annotation_items AS i ON i.n = a.item AND i.removed_at IS NULL
  JOIN annotation_queues AS q ON q.n = i.queue AND q.state <> 'closed'
  WHERE a.person = @person AND a.state = 'reserved' AND a.revealed_at IS NULL)
SELECT run, scenario, task_idx AS taskIdx FROM hidden
UNION SELECT other_run, scenario, task_idx FROM hidden WHERE other_run <> ''
UNION SELECT r.run, h.scenario, h.task_idx FROM hidden AS h JOIN annotation_item_runs AS r ON r.item = h.n`;

export function hiddenRuns({ raw }: Catalog, person: string, annotator: boolean): HiddenRun[] {
  return raw.prepare<object, HiddenRun>(HIDDEN).all({ person, annotator: annotator ? 1 : 0 });
}
