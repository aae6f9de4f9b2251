import type { Unavailable } from '../../lib/contracts/evidence.ts';
import type { Catalog } from './catalog.ts';
import type { EpisodeRow } from './schema.ts';
import { unreadAt, type StepState } from './states/episode-states.ts';
import { NOT_KEPT } from './states/state-sources.ts';
import type { RecordedState } from './types.ts';

interface StateRow extends StepState {
  readonly kind: string;
  readonly kept: number;
}

/**
 * The states of an episode in order, its first one included, without reading what was sent and answered: 10,000 steps
 * in 10 ms.
 * A step that does not look at the database (verify, list_tools) has the state before it, and that one's problem.
 */
export function recordedStates(
  catalog: Catalog,
  episode: Pick<EpisodeRow, 'n' | 'base_hash'>,
): RecordedState[] {
  const rows = catalog.raw
    .prepare<[{ episode: number; base: string }], StateRow>(
      `SELECT seq, kind, tool_name, db_after, wrote, problem,
         EXISTS (SELECT 1 FROM snapshots WHERE hash = db_after) AS kept
       FROM steps WHERE episode = @episode
       UNION ALL SELECT 0, 'seed', NULL, @base, 0, NULL, EXISTS (SELECT 1 FROM snapshots WHERE hash = @base)
       ORDER BY seq`,
    )
    .all({ episode: episode.n, base: episode.base_hash });
  let looked: StateRow | undefined;
  return rows.map((row) => {
    if (row.wrote === 1 || row.problem !== null || row.kind === 'call_tool') looked = row;
    const unavailable = unreadAt(looked) ?? (row.kept === 1 ? null : notKept());
    return { seq: row.seq, hash: row.db_after, unavailable, verify: row.kind === 'verify' };
  });
}

function notKept(): Unavailable {
  return { state: 'unavailable', code: 'not_kept', message: NOT_KEPT };
}
