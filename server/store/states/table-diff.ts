import type { Cell } from '../../../lib/domain/rows.ts';
import { keyText } from '../../../lib/domain/rows.ts';
import { sameBytes } from './record.ts';
import type { CellAt, Rowid } from './sqlite-file.ts';
import type { StateTable } from './state.ts';

/** What became of one row; offsets in the two files. */
export type RowPair =
  | { readonly kind: 'inserted'; readonly before: null; readonly after: CellAt }
  | { readonly kind: 'deleted'; readonly before: CellAt; readonly after: null }
  | { readonly kind: 'updated'; readonly before: CellAt; readonly after: CellAt };

/** Two states of one table (its name may differ), and how their columns correspond. */
export interface TablePair {
  readonly before: StateTable;
  readonly after: StateTable;
  /** By the newer table's columns: the older one's column; -1 where it came anew. */
  readonly from: readonly number[];
}

/**
 * Rows that differ, in the table's own order (rowid, else key). Pages that both files have at the same place with the same
 * bytes are passed over: `changed` marks the others (0-based).
 */
export function diffTable(pair: TablePair, changed: Uint8Array): RowPair[] {
  const { before, after } = pair;
  const plain = samePlaces(pair);
  const identity = identityOf(pair);
  const [old, next] = plain ? differingCells(before, after, changed) : [before.cells(), after.cells()];
  switch (identity.by) {
    case 'rowid':
      return inOrder(pair, byRowid(pair, old, next, plain));
    case 'key': {
      const rest =
        before.kind === 'table' && after.kind === 'table' ? unmoved(pair, old, next) : { old, next };
      return inOrder(pair, byKey(pair, identity.columns, rest.old, rest.next, plain));
    }
    case 'nothing':
      return [
        ...old.map((cell): RowPair => ({ kind: 'deleted', before: cell, after: null })),
        ...next.map((cell): RowPair => ({ kind: 'inserted', before: null, after: cell })),
      ];
  }
}

type Identity =
  | { readonly by: 'rowid' | 'nothing' }
  /** By the older table's columns that the newer one's primary key comes from. */
  | { readonly by: 'key'; readonly columns: readonly number[] };

/** What makes a row of the one state the same row as one of the other. */
function identityOf({ before, after, from }: TablePair): Identity {
  const { primaryKey, rowidColumn } = after.def;
  const columns = primaryKey.map((column) => from[column] ?? -1);
  const rowids = before.kind === 'table' && after.kind === 'table';
  if (rowids && rowidColumn !== null && columns[0] === before.def.rowidColumn) return { by: 'rowid' };
  if (primaryKey.length > 0 && !columns.includes(-1)) return { by: 'key', columns };
  return { by: rowids ? 'rowid' : 'nothing' };
}

/** Columns of the newer table whose values differ. */
export function changedColumns(pair: TablePair, before: readonly Cell[], after: readonly Cell[]): number[] {
  return after.flatMap((cell, i) => (identical(cell, before[i] ?? null) ? [] : [i]));
}

/** A row of the older state, told by the newer one's columns; one that came anew has its default. */
export function oldRow({ before, after, from }: TablePair, cell: CellAt): Cell[] {
  const row = before.row(cell);
  return from.map((column, i) => (column < 0 ? (after.def.defaults[i] ?? null) : (row[column] ?? null)));
}

/** Equal records mean equal values: no column moved, came or changed its reading. */
function samePlaces({ before, after, from }: TablePair): boolean {
  const [a, b] = [before.def, after.def];
  if (before.sql === after.sql) return true;
  return (
    a.withoutRowid === b.withoutRowid &&
    a.rowidColumn === b.rowidColumn &&
    a.primaryKey.join() === b.primaryKey.join() &&
    from.every((column, i) => (column < 0 ? i >= a.columns.length : sameColumn(a, column, b, i)))
  );
}

type Def = StateTable['def'];

function sameColumn(a: Def, column: number, b: Def, i: number): boolean {
  return (
    column === i &&
    a.stored[column] === b.stored[i] &&
    a.real[column] === b.real[i] &&
    identical(a.defaults[column] ?? null, b.defaults[i] ?? null)
  );
}

/** Cells that are not on an equal page of both trees, or go on from there to a page that differs. */
function differingCells(before: StateTable, after: StateTable, changed: Uint8Array): [CellAt[], CellAt[]] {
  const old = before.file.pagesOf(before.root, before.kind).rows;
  const next = after.file.pagesOf(after.root, after.kind).rows;
  const inOld = new Set(old);
  const shared = new Set(next.filter((page) => inOld.has(page) && changed[page - 1] === 0));
  const pick = (table: StateTable, pages: readonly number[]) => {
    const cells: CellAt[] = [];
    for (const page of pages) {
      if (!shared.has(page)) table.file.cellsIn(page, cells);
      else
        for (const cell of table.file.cellsIn(page))
          if (table.file.overflowsInto(cell, table.kind, changed)) cells.push(cell);
    }
    return cells;
  };
  return [pick(before, old), pick(after, next)];
}

function byRowid(
  pair: TablePair,
  old: readonly CellAt[],
  next: readonly CellAt[],
  plain: boolean,
): RowPair[] {
  const { before, after } = pair;
  const pairs: RowPair[] = [];
  const left = new Map<Rowid, CellAt>();
  for (const cell of old) left.set(before.rowid(cell), cell);
  for (const cell of next) {
    const rowid = after.rowid(cell);
    const was = left.get(rowid);
    if (was === undefined) pairs.push({ kind: 'inserted', before: null, after: cell });
    else {
      left.delete(rowid);
      if (differ(pair, was, cell, plain)) pairs.push({ kind: 'updated', before: was, after: cell });
    }
  }
  for (const cell of left.values()) pairs.push({ kind: 'deleted', before: cell, after: null });
  return pairs;
}

/** Without the rows that have the same bytes under the same rowid: those are left to be told apart by key. */
function unmoved({ before, after }: TablePair, old: readonly CellAt[], next: readonly CellAt[]) {
  const left = new Map<Rowid, CellAt>();
  for (const cell of old) left.set(before.rowid(cell), cell);
  const rest = next.filter((cell) => {
    const rowid = after.rowid(cell);
    const was = left.get(rowid);
    if (was === undefined || sameBytes(before.payload(was), after.payload(cell)) !== true) return true;
    left.delete(rowid);
    return false;
  });
  return { old: [...left.values()], next: rest };
}

function byKey(
  pair: TablePair,
  columns: readonly number[],
  old: readonly CellAt[],
  next: readonly CellAt[],
  plain: boolean,
): RowPair[] {
  const { before, after } = pair;
  const pairs: RowPair[] = [];
  const left = new Map<string, CellAt>();
  // Two rows of one key: a damaged index let them in. They go by their place.
  const unique = (known: { has(key: string): boolean }, key: string, cell: CellAt) =>
    known.has(key) ? `${key}@${String(cell)}` : key;
  for (const cell of old) left.set(unique(left, keyBy(before, columns, cell), cell), cell);
  const met = new Set<string>();
  for (const cell of next) {
    const key = unique(met, keyBy(after, after.def.primaryKey, cell), cell);
    met.add(key);
    const was = left.get(key);
    if (was === undefined) pairs.push({ kind: 'inserted', before: null, after: cell });
    else {
      left.delete(key);
      if (differ(pair, was, cell, plain)) pairs.push({ kind: 'updated', before: was, after: cell });
    }
  }
  for (const cell of left.values()) pairs.push({ kind: 'deleted', before: cell, after: null });
  return pairs;
}

/** A key with a NULL names no row: the rowid does. */
function keyBy(table: StateTable, columns: readonly number[], cell: CellAt): string {
  const key = table.values(cell, columns);
  return key.includes(null) && table.kind === 'table' ? `#${String(table.rowid(cell))}` : keyText(key);
}

function differ(pair: TablePair, was: CellAt, cell: CellAt, plain: boolean): boolean {
  if (plain) {
    const same = sameBytes(pair.before.payload(was), pair.after.payload(cell));
    if (same !== null) return !same;
  }
  return changedColumns(pair, oldRow(pair, was), pair.after.row(cell)).length > 0;
}

function inOrder({ before, after }: TablePair, pairs: RowPair[]): RowPair[] {
  if (after.kind !== 'table' || before.kind !== 'table') return pairs;
  const at = (pair: RowPair) => (pair.after === null ? before.rowid(pair.before) : after.rowid(pair.after));
  return pairs
    .map((pair) => ({ pair, rowid: at(pair) }))
    .sort((a, b) => (a.rowid < b.rowid ? -1 : a.rowid > b.rowid ? 1 : 0))
    .map(({ pair }) => pair);
}

function identical(a: Cell, b: Cell): boolean {
  if (typeof a === 'object' && typeof b === 'object')
    return a === b || (a !== null && b !== null && a.hex === b.hex);
  return Object.is(a, b);
}
