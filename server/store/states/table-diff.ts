import type { Cell } from '../../../lib/domain/rows.ts';
import { compareCells } from '../../../lib/domain/cell-order.ts';
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
      return byRowid(pair, old, next, plain);
    case 'key':
      return byKey(pair, identity.columns, old, next, plain);
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

/** Columns of the newer table whose values differ, of an updated row. */
export function changedColumns(before: readonly Cell[], after: readonly Cell[]): number[] {
  const columns = [...after.keys()];
  const changed = columns.filter((i) => !identical(after[i] ?? null, before[i] ?? null));
  if (changed.length > 0) return changed;
  // The records differ and the values do not: bytes that are no text, each read as U+FFFD.
  return columns.filter((i) => {
    const cell = after[i];
    return typeof cell === 'string' && cell.includes('\ufffd');
  });
}

/** A row of the older state, told by the newer one's columns; one that came anew has its default. */
export function oldRow(pair: TablePair, cell: CellAt): Cell[] {
  return byNewColumns(pair, pair.before.row(cell));
}

function byNewColumns({ after, from }: TablePair, row: readonly Cell[]): Cell[] {
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
  const pairs: RowPair[] = [];
  for (const { was, now } of sameRowids(pair, old, next)) {
    if (was === undefined) pairs.push({ kind: 'inserted', before: null, after: now });
    else if (now === undefined) pairs.push({ kind: 'deleted', before: was, after: null });
    else if (differ(pair, was, now, plain)) pairs.push({ kind: 'updated', before: was, after: now });
  }
  return pairs;
}

type Met =
  | { readonly was: CellAt; readonly now: CellAt | undefined }
  | { readonly was: undefined; readonly now: CellAt };

/** Rows of both tables by rowid, ascending. */
function sameRowids({ before, after }: TablePair, old: readonly CellAt[], next: readonly CellAt[]): Met[] {
  const [a, b] = [withRowids(before, old), withRowids(after, next)];
  const met: Met[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    const [left, right] = [a[i], b[j]];
    if (right === undefined || (left !== undefined && left.rowid < right.rowid)) {
      if (left !== undefined) met.push({ was: left.cell, now: undefined });
      i++;
    } else if (left === undefined || right.rowid < left.rowid) {
      met.push({ was: undefined, now: right.cell });
      j++;
    } else {
      met.push({ was: left.cell, now: right.cell });
      i++;
      j++;
    }
  }
  return met;
}

/** In order of their rowids, as a tree that is whole has them. */
function withRowids(table: StateTable, cells: readonly CellAt[]): { cell: CellAt; rowid: Rowid }[] {
  const list = cells.map((cell) => ({ cell, rowid: table.rowid(cell) }));
  const sorted = list.every(({ rowid }, i) => i === 0 || (list[i - 1]?.rowid ?? 0) < rowid);
  return sorted ? list : list.sort((a, b) => (a.rowid < b.rowid ? -1 : a.rowid > b.rowid ? 1 : 0));
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
  const add = (was: CellAt, now: CellAt) => {
    if (differ(pair, was, now, plain)) pairs.push({ kind: 'updated', before: was, after: now });
  };
  const rest =
    before.kind === 'table' && after.kind === 'table'
      ? withoutMoved(pair, columns, old, next, add)
      : { old, next };
  const left = new Map<string, CellAt>();
  // Two rows of one key: a damaged index let them in. They go by their place.
  const unique = (known: { has(key: string): boolean }, key: string, cell: CellAt) =>
    known.has(key) ? `${key}@${String(cell)}` : key;
  for (const cell of rest.old) left.set(unique(left, keyBy(before, columns, cell), cell), cell);
  const met = new Set<string>();
  for (const cell of rest.next) {
    const key = unique(met, keyBy(after, after.def.primaryKey, cell), cell);
    met.add(key);
    const was = left.get(key);
    if (was === undefined) pairs.push({ kind: 'inserted', before: null, after: cell });
    else {
      left.delete(key);
      add(was, cell);
    }
  }
  for (const cell of left.values()) pairs.push({ kind: 'deleted', before: cell, after: null });
  return inOrder(pair, pairs);
}

/** Pairs rows that kept both rowid and key, which nearly all do; gives back the others. */
function withoutMoved(
  pair: TablePair,
  columns: readonly number[],
  old: readonly CellAt[],
  next: readonly CellAt[],
  add: (was: CellAt, now: CellAt) => void,
): { old: CellAt[]; next: CellAt[] } {
  const { before, after } = pair;
  const rest = { old: [] as CellAt[], next: [] as CellAt[] };
  for (const { was, now } of sameRowids(pair, old, next)) {
    if (was !== undefined && now !== undefined) {
      const [a, b] = [before.values(was, columns), after.values(now, after.def.primaryKey)];
      if (a.every((cell, i) => cell !== null && identical(cell, b[i] ?? null))) {
        add(was, now);
        continue;
      }
    }
    if (was !== undefined) rest.old.push(was);
    if (now !== undefined) rest.next.push(now);
  }
  return rest;
}

/** A key with a NULL names no row: the rowid does. */
function keyBy(table: StateTable, columns: readonly number[], cell: CellAt): string {
  const key = table.values(cell, columns);
  return key.includes(null) && table.kind === 'table' ? `#${String(table.rowid(cell))}` : keyText(key);
}

/** Whether a row that is in both states is another one now. */
export function rowDiffers(pair: TablePair, was: CellAt, cell: CellAt): boolean {
  return differ(pair, was, cell, samePlaces(pair));
}

function differ(pair: TablePair, was: CellAt, cell: CellAt, plain: boolean): boolean {
  if (plain) {
    const same = sameBytes(pair.before.payload(was), pair.after.payload(cell));
    if (same !== null) return !same;
  }
  const old = byNewColumns(pair, pair.before.storedRow(was));
  return pair.after.storedRow(cell).some((value, i) => !identical(value, old[i] ?? null));
}

/** By rowid; without one by key. */
function inOrder({ before, after }: TablePair, pairs: readonly RowPair[]): RowPair[] {
  const rowids = after.kind === 'table' && before.kind === 'table';
  const placeOf = (pair: RowPair): readonly Cell[] => {
    const [table, cell] = pair.after === null ? [before, pair.before] : [after, pair.after];
    return rowids ? [BigInt(table.rowid(cell))] : table.values(cell, table.def.primaryKey);
  };
  return pairs
    .map((pair) => ({ pair, place: placeOf(pair) }))
    .sort((a, b) => comparePlaces(a.place, b.place))
    .map(({ pair }) => pair);
}

function comparePlaces(a: readonly Cell[], b: readonly Cell[]): number {
  for (const [i, cell] of a.entries()) {
    const order = compareCells(cell, b[i] ?? null);
    if (order !== 0) return order;
  }
  return 0;
}

function identical(a: Cell, b: Cell): boolean {
  if (typeof a === 'object' && typeof b === 'object')
    return a === b || (a !== null && b !== null && a.hex === b.hex);
  return Object.is(a, b);
}
