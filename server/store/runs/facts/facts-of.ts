import { z } from 'zod';
import type { Catalog } from '../../catalog.ts';
import { allDiffs, changedPages } from '../../states/change-set.ts';
import { EpisodeStates } from '../../states/episode-states.ts';
import type { StateSources } from '../../states/state-sources.ts';
import { pairTables } from '../../states/table-pairs.ts';
import { STEP_COUNTS } from '../run-rows.ts';

/** What is found of a run's end; lists are JSON, as its row holds them. */
export const factsSchema = z.object({
  episode: z.number(),
  calls: z.number(),
  errors: z.number(),
  statuses: z.string(),
  error_types: z.string(),
  verifies: z.number(),
  code: z.string().nullable(),
  sql: z.string().nullable(),
  wrote: z.number().nullable(),
  tables: z.string().nullable(),
  end_state: z.string().nullable(),
});
export type RunFacts = z.infer<typeof factsSchema>;

type Counted = Omit<RunFacts, 'wrote' | 'tables'>;

interface Ends {
  readonly id: string;
  readonly steps: number;
  readonly base_hash: string;
}

const last = (mode: string) =>
  `(SELECT reward_type FROM verdicts WHERE episode = e.n AND mode = '${mode}' ORDER BY seq DESC, rowid DESC LIMIT 1)`;
const COUNTED = `SELECT e.n AS episode,
  ${Object.entries(STEP_COUNTS)
    .map(([name, aggregate]) => `${aggregate} AS ${name}`)
    .join(', ')},
  ${last('code')} AS code, ${last('sql')} AS sql,
  CASE WHEN e.steps = 0 THEN e.base_normalised
    ELSE (SELECT normalised FROM steps WHERE episode = e.n AND seq = e.steps) END AS end_state
  FROM episodes AS e LEFT JOIN steps AS s ON s.episode = e.n WHERE e.n = ? GROUP BY e.n`;
const TOUCHED =
  'SELECT DISTINCT value FROM steps, json_each(tables_touched) WHERE episode = ? AND tables_touched IS NOT NULL';

/** What the catalog alone tells; undefined where the run is gone. */
export function countedFacts({ raw }: Catalog, episode: number): RunFacts | undefined {
  const counted = raw.prepare<[number], Counted>(COUNTED).get(episode);
  if (counted === undefined) return undefined;
  const tables = raw.prepare<[number], string>(TOUCHED).pluck().all(episode);
  return { ...counted, wrote: null, tables: JSON.stringify(tables) };
}

/** Also compares the first state with the last one. In a worker: a state may take long. */
export function factsOf(catalog: Catalog, sources: StateSources, episode: number): RunFacts | undefined {
  const facts = countedFacts(catalog, episode);
  const ends = catalog.raw
    .prepare<[number], Ends>('SELECT id, steps, base_hash FROM episodes WHERE n = ?')
    .get(episode);
  if (facts === undefined || ends === undefined) return undefined;
  return { ...facts, ...written(catalog, sources, ends) };
}

/** Nothing where a state is not there, or cannot be read: then only the tables that were touched are known. */
function written(
  catalog: Catalog,
  sources: StateSources,
  { id, steps, base_hash: base }: Ends,
): Pick<RunFacts, 'wrote' | 'tables'> | undefined {
  try {
    const end = new EpisodeStates(catalog).at(id, steps);
    if ('code' in end) return undefined;
    if (end.hash === base) return { wrote: 0, tables: '[]' };
    const [before, after] = [sources.open({ hash: base }), sources.open({ hash: end.hash })];
    const changed = changedPages(before, after);
    const diffs = allDiffs(pairTables(before, after, changed), changed).filter(({ rows }) => rows.length > 0);
    return {
      wrote: diffs.reduce((sum, { rows }) => sum + rows.length, 0),
      tables: JSON.stringify(diffs.map(({ name }) => name)),
    };
  } catch {
    return undefined;
  }
}
