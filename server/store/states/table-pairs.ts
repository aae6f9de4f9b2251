import { sameCell } from '../../../lib/domain/rows.ts';
import { diffTable } from './table-diff.ts';
import type { TablePair } from './table-diff.ts';
import type { State, StateTable } from './state.ts';

export interface TablePairs {
  readonly pairs: readonly TablePair[];
  readonly added: readonly StateTable[];
  readonly removed: readonly StateTable[];
}

/** Rows looked at to tell a renamed column from one that was dropped beside one that was added. */
const SAMPLE = 1000;

/** Which table of the one state is which of the other: by name, else renamed. */
export function pairTables(before: State, after: State, changed: Uint8Array): TablePairs {
  const old = new Map(before.tables().map((table) => [table.name.toLowerCase(), table]));
  const pairs: TablePair[] = [];
  const fresh: StateTable[] = [];
  for (const table of after.tables()) {
    const was = old.get(table.name.toLowerCase());
    if (was === undefined) fresh.push(table);
    else {
      old.delete(table.name.toLowerCase());
      pairs.push(pairColumns(was, table));
    }
  }
  const added = fresh.filter((table) => {
    const was = [...old.values()].find((candidate) => isRenamed(candidate, table, changed));
    if (was === undefined) return true;
    old.delete(was.name.toLowerCase());
    pairs.push(pairColumns(was, table));
    return false;
  });
  return { pairs, added, removed: [...old.values()] };
}

/** The same columns at the same place of the file, or with the same rows elsewhere. */
function isRenamed(was: StateTable, table: StateTable, changed: Uint8Array): boolean {
  const shape = ({ def }: StateTable) =>
    JSON.stringify([
      def.withoutRowid,
      def.columns.map(({ name, type, primaryKey }) => [name, type, primaryKey]),
    ]);
  if (shape(was) !== shape(table)) return false;
  if (was.root === table.root) return true;
  const count = table.count();
  return count > 0 && count === was.count() && diffTable(pairColumns(was, table), changed).length === 0;
}

function pairColumns(before: StateTable, after: StateTable): TablePair {
  if (before.sql === after.sql) return { before, after, from: after.def.columns.map((_, i) => i) };
  const names = new Map(before.def.columns.map(({ name }, i) => [name.toLowerCase(), i]));
  const from = after.def.columns.map(({ name }) => names.get(name.toLowerCase()) ?? -1);
  return { before, after, from: withRenamed(before, after, from) };
}

/** Finds for columns that came which of those that went they were before. */
function withRenamed(before: StateTable, after: StateTable, from: readonly number[]): number[] {
  const gone = new Set(before.def.columns.keys());
  for (const column of from) gone.delete(column);
  const found = [...from];
  after.def.columns.forEach((_, i) => {
    if (found[i] !== -1) return;
    // The same place first: ALTER TABLE RENAME COLUMN leaves everything where it is.
    const candidates = [...gone].sort((a, b) => Math.abs(a - i) - Math.abs(b - i));
    const was = candidates.find((column) => isRenamedColumn(before, after, column, i));
    if (was === undefined) return;
    found[i] = was;
    gone.delete(was);
  });
  return found;
}

/** The same type, and the same values in the rows that are in both; where there are none, the same place. */
function isRenamedColumn(before: StateTable, after: StateTable, was: number, column: number): boolean {
  const [a, b] = [before.def.columns[was], after.def.columns[column]];
  if (a?.type.toLowerCase() !== b?.type.toLowerCase() || a?.generated !== b?.generated) return false;
  const samePlace = was === column && before.root === after.root;
  if (before.kind !== 'table' || after.kind !== 'table') return samePlace;
  let met = 0;
  let equal = 0;
  let telling = 0;
  for (const cell of after.cells().slice(0, SAMPLE)) {
    const row = before.find(BigInt(after.rowid(cell)));
    if (row === undefined) continue;
    met++;
    const [x = null, y = null] = [before.values(row, [was])[0], after.values(cell, [column])[0]];
    if (!sameCell(x, y)) continue;
    equal++;
    if (x !== null) telling++;
  }
  return samePlace ? equal * 2 >= met : telling * 2 > met;
}
