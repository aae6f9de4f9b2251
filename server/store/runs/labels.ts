import type { LabelOutcome, LabelSource, RunLabel } from '../../../lib/contracts/runs.ts';
import type { Catalog } from '../catalog.ts';
import type { LabelInput } from './types.ts';

/** What people say of a run, first come first. */
export function listLabels(catalog: Catalog, episode: number): RunLabel[] {
  const query = catalog.query
    .selectFrom('labels')
    .select(['by', 'source', 'outcome', 'note', 'at'])
    .where('episode', '=', episode)
    .orderBy('at')
    .orderBy('by');
  return catalog.all(query).map(({ by, source, outcome, note, at }) => ({
    by,
    source: source as LabelSource,
    outcome: outcome as LabelOutcome,
    note,
    atMs: at,
  }));
}

/** One word a person and source: the last one counts, none takes it back. */
export function writeLabel(
  catalog: Catalog,
  episode: number,
  { by, source = 'library', outcome, note }: LabelInput,
): void {
  if (outcome === null) {
    const removed = catalog.query.deleteFrom('labels').where('episode', '=', episode).where('by', '=', by);
    catalog.run(removed.where('source', '=', source));
    return;
  }
  const word = { outcome, note, at: Date.now() };
  catalog.run(
    catalog.query
      .insertInto('labels')
      .values({ episode, by, source, ...word })
      .onConflict((conflict) => conflict.columns(['episode', 'by', 'source']).doUpdateSet(word)),
  );
}
