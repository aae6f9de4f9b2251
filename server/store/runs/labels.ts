import type { LabelOutcome, RunLabel } from '../../../lib/contracts/runs.ts';
import type { Catalog } from '../catalog.ts';
import type { LabelInput } from './types.ts';

/** What people say of a run, first come first. */
export function listLabels(catalog: Catalog, episode: number): RunLabel[] {
  const query = catalog.query
    .selectFrom('labels')
    .select(['by', 'outcome', 'note', 'at'])
    .where('episode', '=', episode)
    .orderBy('at')
    .orderBy('by');
  return catalog.all(query).map(({ by, outcome, note, at }) => ({
    by,
    outcome: outcome as LabelOutcome,
    note,
    atMs: at,
  }));
}

/** One word a person: the last one counts, none takes it back. */
export function writeLabel(catalog: Catalog, episode: number, { by, outcome, note }: LabelInput): void {
  if (outcome === null) {
    catalog.run(catalog.query.deleteFrom('labels').where('episode', '=', episode).where('by', '=', by));
    return;
  }
  const word = { outcome, note, at: Date.now() };
  catalog.run(
    catalog.query
      .insertInto('labels')
      .values({ episode, by, ...word })
      .onConflict((conflict) => conflict.columns(['episode', 'by']).doUpdateSet(word)),
  );
}
