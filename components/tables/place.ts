import type { RowsQuery } from '../../lib/client/queries/evidence.ts';
import { ROW_LIMIT, type TableInfo } from '../../lib/contracts/evidence.ts';

/** What of which table is looked at, as the URL says it. */
export interface TablePlace {
  readonly table: string | null;
  /** Key of the open row; '' where it was closed. */
  readonly row: string | null;
  readonly sort: string | null;
  readonly dir: 'asc' | 'desc';
  readonly search: string;
  readonly offset: number;
  /** Column of the filter; null: the primary key. */
  readonly column: string | null;
  readonly value: string | null;
}

export function readPlace(params: { get: (name: string) => string | null }): TablePlace {
  const offset = Number(params.get('offset') ?? 0);
  return {
    table: params.get('table'),
    row: params.get('row'),
    sort: params.get('sort'),
    dir: params.get('dir') === 'desc' ? 'desc' : 'asc',
    search: params.get('q') ?? '',
    offset: Number.isSafeInteger(offset) && offset > 0 ? offset : 0,
    column: params.get('col'),
    value: params.get('val'),
  };
}

/** The place in a table that a link from elsewhere leaves behind. */
export const NO_PLACE = {
  row: null,
  sort: null,
  dir: null,
  q: null,
  offset: null,
  col: null,
  val: null,
} as const;

/** The table that is shown: the named one, else the first that the step touched, else the first. */
export function chosenTable(
  tables: readonly TableInfo[],
  place: TablePlace,
  touched: readonly string[],
): TableInfo | undefined {
  const named = tables.find(({ name }) => name === place.table);
  if (place.table !== null) return named;
  return tables.find(({ name }) => touched.includes(name)) ?? tables[0];
}

/** Where a filter without a column looks: the only column of the primary key, else the first column. */
export function filterColumn(table: TableInfo, place: TablePlace): string | null {
  if (place.value === null) return null;
  if (place.column !== null) return place.column;
  const keys = table.columns.filter(({ primaryKey }) => primaryKey > 0);
  return (keys[0] ?? table.columns[0])?.name ?? null;
}

/** Leaves out what the table does not have: the URL may come from another state. */
export function rowsQueryOf(table: TableInfo, place: TablePlace): RowsQuery {
  const has = (name: string | null): name is string => table.columns.some((column) => column.name === name);
  const column = filterColumn(table, place);
  return {
    ...(has(place.sort) && { sort: place.sort, dir: place.dir }),
    ...(place.search !== '' && { search: place.search }),
    ...(has(column) && place.value !== null && { column, value: place.value }),
    offset: place.offset,
    limit: ROW_LIMIT,
  };
}
