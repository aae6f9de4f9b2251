/** Databases as plain rows, for comparing states. Pure. */

/** A stored value; a blob is `{ hex }`. Integers are bigint, so that 64 bits survive; reals are number. */
export type Cell = null | bigint | number | string | { readonly hex: string };

export type Row = readonly Cell[];

export interface ForeignKey {
  readonly column: number;
  readonly table: string;
  /** Null: the other table's primary key. */
  readonly toColumn: string | null;
}

export interface TableRows {
  readonly columns: readonly string[];
  /** Columns of the primary key; empty where rows are told apart by rowid. */
  readonly primaryKey: readonly number[];
  /** The INTEGER PRIMARY KEY column that SQLite fills where it is left out; null where there is none. */
  readonly generatedKey: number | null;
  readonly foreignKeys: readonly ForeignKey[];
  /** By key text (`keyText`, or the rowid). */
  readonly rows: ReadonlyMap<string, Row>;
}

export interface DatabaseRows {
  /** Type, name and SQL of each object, sorted. */
  readonly schema: readonly string[];
  readonly tables: ReadonlyMap<string, TableRows>;
}

export interface RowDiff {
  readonly inserted: readonly string[];
  readonly deleted: readonly string[];
  /** Key and the columns whose value changed. */
  readonly updated: readonly { readonly key: string; readonly columns: readonly number[] }[];
}

const NONE: RowDiff = { inserted: [], deleted: [], updated: [] };

export function cellText(cell: Cell): string {
  if (cell === null) return 'n';
  if (typeof cell === 'bigint') return `i${cell}`;
  if (typeof cell === 'number') return `r${Object.is(cell, -0) ? 0 : cell}`;
  return typeof cell === 'string' ? `t${cell}` : `x${cell.hex}`;
}

export function keyText(cells: readonly Cell[]): string {
  return cells.length === 1 && cells[0] !== undefined
    ? cellText(cells[0])
    : JSON.stringify(cells.map(cellText));
}

export function sameCell(a: Cell | undefined, b: Cell | undefined): boolean {
  if (a === b) return true;
  if (typeof a === 'object' && typeof b === 'object') return a !== null && b !== null && a.hex === b.hex;
  return typeof a === 'number' && typeof b === 'number' && Number.isNaN(a) && Number.isNaN(b);
}

/** Rows by key. A table whose columns changed counts as emptied and filled again. */
export function diffRows(before: TableRows | undefined, after: TableRows | undefined): RowDiff {
  if (before === after) return NONE;
  if (before === undefined || after === undefined || before.columns.join('\n') !== after.columns.join('\n')) {
    return {
      inserted: [...(after?.rows.keys() ?? [])],
      deleted: [...(before?.rows.keys() ?? [])],
      updated: [],
    };
  }
  const inserted: string[] = [];
  const updated: { key: string; columns: number[] }[] = [];
  for (const [key, row] of after.rows) {
    const old = before.rows.get(key);
    if (old === undefined) inserted.push(key);
    else if (old !== row) {
      const columns = row.flatMap((cell, i) => (sameCell(cell, old[i]) ? [] : [i]));
      if (columns.length > 0) updated.push({ key, columns });
    }
  }
  const deleted: string[] = [];
  // Equal counts without inserts leave nothing that could be gone.
  if (inserted.length > 0 || before.rows.size !== after.rows.size) {
    for (const key of before.rows.keys()) if (!after.rows.has(key)) deleted.push(key);
  }
  return { inserted, deleted, updated };
}

export function isEmptyDiff(diff: RowDiff): boolean {
  return diff.inserted.length === 0 && diff.deleted.length === 0 && diff.updated.length === 0;
}
