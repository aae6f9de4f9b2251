import { randomBytes } from 'node:crypto';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { RunNote } from '../../../lib/contracts/runs.ts';
import type { Catalog } from '../catalog.ts';
import type { NoteInput } from './types.ts';

/** Of one run: what a person reads. */
const MAX_NOTES = 2_000;

/** Oldest first. */
export function listNotes(catalog: Catalog, episode: number): RunNote[] {
  const query = catalog.query
    .selectFrom('notes')
    .select(['id', 'seq', 'text', 'by', 'at'])
    .where('episode', '=', episode)
    .orderBy('at')
    .orderBy('id');
  return catalog.all(query).map(({ at, ...note }) => ({ ...note, atMs: at }));
}

/** @throws AppError capacity_reached */
export function insertNote(catalog: Catalog, episode: number, input: NoteInput): RunNote {
  const known = catalog.get(
    catalog.query
      .selectFrom('notes')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('at').as('last')])
      .where('episode', '=', episode),
  );
  if (known !== undefined && known.count >= MAX_NOTES)
    throw new AppError('capacity_reached', `A run takes ${String(MAX_NOTES)} notes; remove some first.`);
  const note = { id: randomBytes(8).toString('hex'), seq: input.seq, text: input.text, by: input.by };
  // Two of the same millisecond keep their order.
  const at = Math.max(Date.now(), (known?.last ?? 0) + 0.001);
  catalog.run(catalog.query.insertInto('notes').values({ ...note, episode, at }));
  return { ...note, atMs: at };
}

/** @throws AppError not_found */
export function deleteNote(catalog: Catalog, episode: number, id: string): void {
  const gone = catalog.run(
    catalog.query.deleteFrom('notes').where('episode', '=', episode).where('id', '=', id),
  );
  if (gone === 0) throw new AppError('not_found', 'This run has no such note; somebody may have removed it.');
}
