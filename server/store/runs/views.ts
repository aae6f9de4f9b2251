import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { SavedView } from '../../../lib/contracts/runs.ts';
import type { Catalog } from '../catalog.ts';
import type { ViewInput } from './types.ts';

const MAX_VIEWS = 200;

const SHIPPED: readonly SavedView[] = [
  shipped('suspicious-passes', 'Suspicious passes', 'pass suspicious'),
  shipped('disagreements', 'Disagreements', 'disagree'),
  shipped('needs-a-label', 'Needs a label', 'unlabelled -live'),
  shipped('all', 'All runs', ''),
];

function shipped(id: string, name: string, query: string): SavedView {
  return { id, name, query, columns: null, shipped: true, count: null };
}

const columnNames = z.array(z.string());

export function listViews(catalog: Catalog): SavedView[] {
  const query = catalog.query
    .selectFrom('run_views')
    .select(['id', 'name', 'query', 'columns'])
    .orderBy('at');
  const saved = catalog.all(query).map(({ columns, ...view }) => ({
    ...view,
    columns: columns === null ? null : columnNames.parse(JSON.parse(columns)),
    shipped: false,
    count: null,
  }));
  return [...SHIPPED, ...saved];
}

/** @throws AppError not_found, conflict (shipped), capacity_reached */
export function writeView(catalog: Catalog, input: ViewInput): SavedView {
  const { name, query } = input;
  const view = { name, query, columns: input.columns === null ? null : JSON.stringify(input.columns) };
  const answer = { name, query, columns: input.columns === null ? null : [...input.columns] };
  if (input.id !== undefined) {
    refuseShipped(input.id);
    const changed = catalog.run(catalog.query.updateTable('run_views').set(view).where('id', '=', input.id));
    if (changed === 0) throw noView();
    return { id: input.id, ...answer, shipped: false, count: null };
  }
  if (listViews(catalog).length >= MAX_VIEWS + SHIPPED.length)
    throw new AppError('capacity_reached', `There are ${String(MAX_VIEWS)} views; remove some first.`);
  const id = randomBytes(8).toString('hex');
  catalog.run(catalog.query.insertInto('run_views').values({ id, ...view, at: Date.now() }));
  return { id, ...answer, shipped: false, count: null };
}

/** @throws AppError not_found, conflict (shipped) */
export function deleteView(catalog: Catalog, id: string): void {
  refuseShipped(id);
  if (catalog.run(catalog.query.deleteFrom('run_views').where('id', '=', id)) === 0) throw noView();
}

function refuseShipped(id: string): void {
  if (SHIPPED.some((view) => view.id === id))
    throw new AppError('conflict', 'This view comes with the studio: save yours under another name.');
}

function noView(): AppError {
  return new AppError('not_found', 'There is no such view; somebody may have removed it.');
}
