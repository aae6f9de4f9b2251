import type { ChangeSet } from '../../../lib/contracts/evidence.ts';
import { sameCell } from '../../../lib/domain/rows.ts';
import type { Cell } from '../../../lib/domain/rows.ts';
import type { TableDiff } from './change-set.ts';
import { columnAt } from './labels.ts';
import { rowKey } from './row-key.ts';
import type { CellAt } from './sqlite-file.ts';
import type { State, StateTable } from './state.ts';
import type { RowPair } from './table-diff.ts';
import type { ForeignKeyDef } from './table-def.ts';

const LISTED = 100;

type Broken = ChangeSet['brokenReferences'][number];

/**
 * Rows that point nowhere by what changed: those that were written so, and those whose row was taken away. Values are
 * compared as SQLite does where the columns have the types that it wants: numbers by value, text by its letters.
 */
export function brokenReferences(diffs: readonly TableDiff[], after: State): Broken[] {
  const broken = new Map<string, Broken>();
  const touched = new Map(diffs.map((diff) => [diff.name.toLowerCase(), diff]));
  for (const child of after.tables()) {
    for (const key of child.def.foreignKeys) {
      const diff = touched.get(child.name.toLowerCase());
      const lost = lostKeys(touched.get(key.table.toLowerCase()), key);
      const parent = new Parents(after.table(key.table), key);
      const check = (cell: CellAt, suspect: (value: string) => boolean) => {
        if (broken.size >= LISTED) return;
        const value = valueOf(child.values(cell, key.columns));
        if (value === null || !suspect(value) || parent.has(value, child.values(cell, key.columns))) return;
        const [column = 0] = key.columns;
        const name = child.def.columns[column]?.name ?? '';
        const row = { table: child.name, key: rowKey(child, cell), column: name, references: key.table };
        broken.set(JSON.stringify(row), row);
      };
      for (const row of diff?.rows ?? [])
        if (row.after !== null && isNewReference(diff, key, row)) check(row.after, () => true);
      if (lost.size > 0) for (const cell of child.cells()) check(cell, (value) => lost.has(value));
    }
  }
  return [...broken.values()];
}

/** Whether a row points elsewhere than before. */
function isNewReference(diff: TableDiff | undefined, { columns }: ForeignKeyDef, row: RowPair): boolean {
  const pair = diff?.pair ?? null;
  if (pair === null || row.kind !== 'updated') return true;
  const was = columns.map((column) => pair.from[column] ?? -1);
  if (was.includes(-1)) return true;
  return !sameCells(pair.before.values(row.before, was), pair.after.values(row.after, columns));
}

/** Values of the referenced columns that rows had which were deleted or updated. */
function lostKeys(diff: TableDiff | undefined, key: ForeignKeyDef): Set<string> {
  const lost = new Set<string>();
  const table = diff?.before;
  if (diff === undefined || table === null || table === undefined) return lost;
  const columns = referenced(table, key);
  if (columns === undefined) return lost;
  for (const row of diff.rows) {
    const { before } = row;
    if (row.kind === 'updated' && !movedKey(diff, columns, row)) continue;
    const value = before === null ? null : valueOf(table.values(before, columns));
    if (value !== null) lost.add(value);
  }
  return lost;
}

/** Whether an updated row is called otherwise than before by those who point to it. */
function movedKey(
  { pair }: TableDiff,
  columns: readonly number[],
  row: RowPair & { kind: 'updated' },
): boolean {
  if (pair === null) return true;
  // The rowid names the row: a row of another is another row.
  if (columns.length === 1 && columns[0] === pair.before.def.rowidColumn) return false;
  const now = columns.map((column) => pair.from.indexOf(column));
  return (
    now.includes(-1) || !sameCells(pair.before.values(row.before, columns), pair.after.values(row.after, now))
  );
}

/** The rows that a foreign key may point to. */
class Parents {
  readonly #table: StateTable | undefined;
  readonly #columns: readonly number[] | undefined;
  #values: Set<string> | undefined;

  constructor(table: StateTable | undefined, key: ForeignKeyDef) {
    this.#table = table;
    this.#columns = table === undefined ? undefined : referenced(table, key);
  }

  has(value: string, cells: readonly Cell[]): boolean {
    const [table, columns] = [this.#table, this.#columns];
    if (table === undefined || columns === undefined) return false;
    const [cell] = cells;
    if (columns.length === 1 && columns[0] === table.def.rowidColumn && typeof cell === 'bigint')
      return table.find(cell) !== undefined;
    this.#values ??= new Set(table.cells().map((at) => valueOf(table.values(at, columns)) ?? ''));
    return this.#values.has(value);
  }
}

function referenced(
  { def }: StateTable,
  { toColumns, columns }: ForeignKeyDef,
): readonly number[] | undefined {
  if (toColumns === null) return def.primaryKey.length === columns.length ? def.primaryKey : undefined;
  const at = toColumns.map((name) => columnAt(def, name));
  return at.every((column) => column !== undefined) ? at : undefined;
}

function sameCells(a: readonly Cell[], b: readonly Cell[]): boolean {
  return a.every((cell, i) => sameCell(cell, b[i]));
}

/** One text for values that SQLite holds equal; null where one is NULL: then nothing is referenced. */
function valueOf(cells: readonly Cell[]): string | null {
  if (cells.includes(null)) return null;
  return JSON.stringify(
    cells.map((cell) => {
      if (typeof cell === 'object') return `x${cell?.hex ?? ''}`;
      if (typeof cell === 'string') return /^-?\d{1,15}$/.test(cell) ? String(Number(cell)) : `t${cell}`;
      return String(cell);
    }),
  );
}
