import type { QueueSettings } from '../../../lib/contracts/annotation/queues.ts';
import type { Catalog } from '../catalog.ts';
import { seededFraction } from './seeded.ts';

/** Disputed by people, by people and verdict, by two verifiers, by runs that ended alike with another verdict, by suspicion. */
const UNCERTAINTY = `
SELECT 2 * coalesce((SELECT min(outcome) <> max(outcome) FROM labels WHERE episode = e.n), 0)
  + 2 * coalesce((SELECT max((outcome = 'complete') <> (e.verdict = 'complete')) FROM labels WHERE episode = e.n), 0)
  + coalesce(f.code IS NOT NULL AND f.sql IS NOT NULL AND f.code <> f.sql, 0)
  + coalesce(f.regraded IS NOT NULL AND f.code IS NOT NULL AND f.regraded <> f.code, 0)
  + coalesce(json_array_length(f.suspicions) > 0, 0)
  + coalesce((SELECT count(DISTINCT c.verdict) > 1 FROM outcome_runs AS r
      JOIN outcome_counts AS c ON c.task = r.task AND c.state = r.state WHERE r.episode = e.n), 0)
  + 0.5 * (e.verdict IS NULL) AS score
FROM episodes AS e LEFT JOIN run_facts AS f ON f.episode = e.n WHERE e.id = ?`;

/** Where an item stands in orders that count places: lower ones first. */
export function placeOf(
  { raw }: Catalog,
  item: {
    readonly ordering: QueueSettings['ordering'];
    readonly seed: number;
    readonly run: string;
    /** Items of the same task before it. */
    readonly rank: () => number;
  },
): number {
  const chance = seededFraction(item.seed, item.run);
  switch (item.ordering) {
    case 'grouped':
    case 'random':
      return chance;
    case 'stratified':
      return item.rank() + chance;
    case 'uncertain': {
      const found = raw.prepare<[string], { score: number }>(UNCERTAINTY).get(item.run);
      return chance - (found?.score ?? 0);
    }
  }
}
