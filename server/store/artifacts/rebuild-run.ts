import type { Catalog } from '../catalog.ts';
import type { EpisodeRow } from '../schema.ts';
import type { Snapshot, Snapshots } from '../snapshots.ts';
import type { RunArtifacts } from './types.ts';

/**
 * Puts the states that a replay went through where an import left gaps. Steps whose state is not known keep saying so; the
 * final state as given stays at the last call, where the replay did not end in it. Call in a transaction.
 */
export function rebuildRun(
  { catalog, snapshots }: { readonly catalog: Catalog; readonly snapshots: Snapshots },
  episode: EpisodeRow,
  found: Parameters<RunArtifacts['rebuild']>[1],
): void {
  const { raw } = catalog;
  const set = raw.prepare(
    `UPDATE steps SET db_before = ?, db_after = ?, wrote = ?, problem = NULL, reconstructed = ?, normal_state = 0,
       normalised = NULL, normal_problem = NULL, tables_touched = NULL
     WHERE episode = ? AND seq = ?`,
  );
  const carry = raw.prepare(
    `UPDATE steps SET db_before = ?, db_after = ?, wrote = 0, normal_state = iif(problem IS NULL, 0, 2), normalised = NULL,
       tables_touched = NULL WHERE episode = ? AND seq = ?`,
  );
  const rebuilt = new Map(found.steps.map((step) => [step.seq, step.state]));
  const given = episode.final_hash;
  const lastCall = found.steps.at(-1)?.seq ?? 0;
  let before: Snapshot | null = null;
  let at = episode.base_hash;
  const { start } = found;
  if (start !== null) {
    snapshots.put(episode.n, start.seed, null);
    snapshots.put(episode.n, start.base, start.seed);
    before = start.base;
    at = start.base.hash;
  }
  // Nothing was found: only what is said of it changes.
  const isEmpty = found.steps.length === 0 && start === null;
  if (isEmpty) at = given;
  for (let seq = 1; seq <= episode.steps && !isEmpty; seq += 1) {
    const state = rebuilt.get(seq);
    const keeps = found.keepFinal && seq === lastCall;
    if (keeps) {
      set.run(at, given, at === given ? 0 : 1, 0, episode.n, seq);
      at = given;
    } else if (state === undefined || state === null) {
      carry.run(at, at, episode.n, seq);
    } else {
      if (state.hash !== at) snapshots.put(episode.n, state, before);
      set.run(at, state.hash, state.hash === at ? 0 : 1, 1, episode.n, seq);
      before = state;
      at = state.hash;
    }
  }
  catalog.run(
    catalog.query
      .updateTable('episodes')
      .set({
        final_hash: at,
        ...(start !== null && { seed_hash: start.seed.hash, base_hash: start.base.hash }),
        rebuild: null,
        missing: JSON.stringify(found.missing),
        ...(found.clock !== null && { clock_from: found.clock.from, clock_to: found.clock.to }),
      })
      .where('n', '=', episode.n),
  );
}
