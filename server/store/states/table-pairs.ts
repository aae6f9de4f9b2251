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
  const taken = new Set(from);
  const renamed = from.map((column, i) =>
    column < 0 && !taken.has(i) && isRenamedColumn(before, after, i) ? i : column,
  );
  return { before, after, from: renamed };
}

/** A column at the same place with the same type, whose values stayed in the rows that are in both. */
function isRenamedColumn(before: StateTable, after: StateTable, column: number): boolean {
  const [a, b] = [before.def, after.def];
  if (a.columns.length !== b.columns.length || a.withoutRowid !== b.withoutRowid) return false;
  if (a.columns[column]?.type.toLowerCase() !== b.columns[column]?.type.toLowerCase()) return false;
  if (a.stored[column] !== b.stored[column]) return false;
  if (a.withoutRowid || before.root !== after.root) return before.root === after.root;
  const cells = after.cells().slice(0, SAMPLE);
  let met = 0;
  let equal = 0;
  for (const cell of cells) {
    const was = before.file.find(before.root, after.rowid(cell));
    if (was === undefined) continue;
    met++;
    const [x, y] = [before.values(was, [column]), after.values(cell, [column])];
    if (JSON.stringify(x.map(String)) === JSON.stringify(y.map(String))) equal++;
  }
  return equal * 2 >= met;
}
