import { AppError } from '../../../lib/contracts/errors.ts';
import type { Anchor, LabelComment } from '../../../lib/contracts/annotation/label-doc.ts';
import type { Catalog } from '../catalog.ts';
import { newId } from './ledger.ts';
import type { KeptAssignment, Who } from './types.ts';

/** Of one assignment. */
const MOST = 500;

export function listComments(catalog: Catalog, assignment: KeptAssignment): LabelComment[] {
  const query = catalog.query
    .selectFrom('annotation_comments')
    .selectAll()
    .where('assignment', '=', assignment.n)
    .orderBy('n');
  return catalog.all(query).map((row) => ({
    id: row.id,
    anchor: JSON.parse(row.anchor) as Anchor,
    text: row.text,
    by: row.name,
    atMs: row.at,
  }));
}

/** @throws AppError capacity_reached */
export function putComment(
  catalog: Catalog,
  assignment: KeptAssignment,
  who: Who,
  { anchor, text }: { readonly anchor: Anchor; readonly text: string },
): LabelComment {
  if (listComments(catalog, assignment).length >= MOST)
    throw new AppError('capacity_reached', `An item takes ${String(MOST)} comments at most; remove some.`);
  const comment = { id: newId(), anchor, text, by: who.name, atMs: Date.now() };
  catalog.run(
    catalog.query.insertInto('annotation_comments').values({
      id: comment.id,
      assignment: assignment.n,
      anchor: JSON.stringify(anchor),
      text,
      person: who.id,
      name: who.name,
      at: comment.atMs,
    }),
  );
  return comment;
}

/** @throws AppError not_found */
export function dropComment(
  catalog: Catalog,
  assignment: KeptAssignment,
  person: string,
  comment: string,
): void {
  const query = catalog.query
    .deleteFrom('annotation_comments')
    .where('id', '=', comment)
    .where('assignment', '=', assignment.n)
    .where('person', '=', person);
  if (catalog.run(query) === 0) throw new AppError('not_found', 'There is no such comment of yours.');
}
