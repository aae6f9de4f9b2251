import type { Cell } from '../../../lib/domain/rows.ts';
import { keyText } from '../../../lib/domain/rows.ts';
import { sameBytes } from './record.ts';
import { rowKey } from './row-key.ts';
import type { CellAt } from './sqlite-file.ts';
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
  const [old, next] = plain ? differingCells(before, after, changed) : [before.cells(), after.cells()];
  const rest =
    before.kind === 'table' && after.kind === 'table'
      ? byRowid(pair, old, next, plain)
      : { old, next, updated: [] };
  const pairs: RowPair[] = [...rest.updated];
  const byKey = new Map<string, CellAt>();
  for (const cell of rest.old) byKey.set(uniqueKey(byKey, pair, before, cell), cell);
  const met = new Set<string>();
  for (const cell of rest.next) {
    const key = uniqueKey(met, pair, after, cell);
    met.add(key);
    const was = byKey.get(key);
    if (was === undefined) pairs.push({ kind: 'inserted', before: null, after: cell });
    else {
      byKey.delete(key);
      if (differ(pair, was, cell, plain)) pairs.push({ kind: 'updated', before: was, after: cell });
    }
  }
  for (const cell of byKey.values()) pairs.push({ kind: 'deleted', before: cell, after: null });
  return inOrder(pair, pairs);
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

/** Pairs rows of one rowid; what is left was inserted, deleted or, where the primary key is another, moved. */
function byRowid(pair: TablePair, old: readonly CellAt[], next: readonly CellAt[], plain: boolean) {
  const { before, after } = pair;
  const keyed = before.def.primaryKey.length > 0 && before.def.rowidColumn === null;
  const byId = new Map<number | bigint, CellAt>();
  for (const cell of old) byId.set(before.rowid(cell), cell);
  const rest: CellAt[] = [];
  const updated: RowPair[] = [];
  for (const cell of next) {
    const rowid = after.rowid(cell);
    const was = byId.get(rowid);
    if (was === undefined) rest.push(cell);
    else if (!differ(pair, was, cell, plain)) byId.delete(rowid);
    else if (keyed) rest.push(cell);
    else {
      byId.delete(rowid);
      updated.push({ kind: 'updated', before: was, after: cell });
    }
  }
  return { old: [...byId.values()], next: rest, updated };
}

function differ(pair: TablePair, was: CellAt, cell: CellAt, plain: boolean): boolean {
  if (plain) {
    const same = sameBytes(pair.before.payload(was), pair.after.payload(cell));
    if (same !== null) return !same;
  }
  return changedColumns(pair, oldRow(pair, was), pair.after.row(cell)).length > 0;
}

/** The row's key by the newer table's columns; one that is there already (a damaged index) goes by its place. */
function uniqueKey(
  known: { has(key: string): boolean },
  pair: TablePair,
  table: StateTable,
  cell: CellAt,
): string {
  const key = pairKey(pair, table, cell);
  return known.has(key) ? `${key}@${String(cell)}` : key;
}

function pairKey(pair: TablePair, table: StateTable, cell: CellAt): string {
  const { after, from } = pair;
  if (table === after) return rowKey(after, cell);
  const { primaryKey } = after.def;
  const columns = primaryKey.map((column) => from[column] ?? -1);
  if (primaryKey.length === 0 || columns.includes(-1)) return rowKey(table, cell);
  const key = table.values(cell, columns);
  return key.includes(null) && table.kind === 'table' ? rowKey(table, cell) : keyText(key);
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
