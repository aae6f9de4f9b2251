import type { Catalog } from './catalog.ts';

/**
 * Episodes that were open when the process died end where their last step ended, those whose last step is a done as done;
 * people's sessions may go on in theirs.
 */
export function closeCrashed(catalog: Catalog): void {
  catalog.raw.exec(`
    UPDATE episodes SET end_reason = iif(last.kind = 'done', 'done', 'crashed'),
      ended_at = coalesce(last.started_at + last.duration, episodes.started_at)
    FROM (SELECT open.n, step.kind, step.started_at, step.duration
      FROM episodes AS open LEFT JOIN steps AS step ON step.episode = open.n AND step.seq = open.steps
      WHERE open.ended_at IS NULL) AS last
    WHERE last.n = episodes.n
      AND (last.kind IS 'done' OR id NOT IN (SELECT episode FROM sessions WHERE episode IS NOT NULL))`);
}
