import Database from 'better-sqlite3';
import type { TableColumn } from '../../../lib/contracts/evidence.ts';
import { allowedValues, isRowTimestamp } from '../../../lib/domain/column-hints.ts';
import type { Cell } from '../../../lib/domain/rows.ts';
import { columnDefault } from './column-default.ts';
import { UnreadableState } from './sqlite-file.ts';
import { quickExpressions, VirtualColumns } from './virtual-columns.ts';

/** A foreign key; columns are positions. */
export interface ForeignKeyDef {
  readonly columns: readonly number[];
  readonly table: string;
  /** Null: the other table's primary key. */
  readonly toColumns: readonly string[] | null;
}

/** A table as its CREATE statement defines it, without virtual columns that are not computed. */
export interface TableDef {
  readonly columns: readonly TableColumn[];
  /** By column: position of its value in a record; -1 where it has none (virtual). */
  readonly stored: readonly number[];
  /** By column: affinity REAL. */
  readonly real: readonly boolean[];
  /** By column: the value of rows that were written before the column was added. */
  readonly defaults: readonly Cell[];
  /** Columns of the primary key, in its order. */
  readonly primaryKey: readonly number[];
  /** The INTEGER PRIMARY KEY, whose value is the rowid; null where there is none. */
  readonly rowidColumn: number | null;
  readonly withoutRowid: boolean;
  readonly foreignKeys: readonly ForeignKeyDef[];
  /** Computes virtual columns; null where there are none. */
  readonly virtual: VirtualColumns | null;
}

const KEPT = 2000;
const known = new Map<string, TableDef>();

/**
 * SQLite's own reading of a CREATE TABLE statement: it is put into the schema of an empty database, where nothing of it
 * runs. @throws UnreadableState where SQLite does not take it
 */
export function tableDef(name: string, sql: string): TableDef {
  const key = `${name}\n${sql}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const def = readDef(name, sql);
  if (known.size >= KEPT) known.clear();
  known.set(key, def);
  return def;
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly dflt_value: string | null;
  readonly pk: number;
  readonly hidden: number;
}

interface ForeignRow {
  readonly id: number;
  readonly seq: number;
  readonly table: string;
  readonly from: string;
  readonly to: string | null;
}

function readDef(name: string, sql: string): TableDef {
  const db = new Database(':memory:');
  try {
    db.unsafeMode(true);
    db.exec('CREATE TABLE empty (a)');
    db.pragma('writable_schema = ON');
    db.prepare('UPDATE sqlite_schema SET name = ?, tbl_name = ?, sql = ?').run(name, name, sql);
    db.pragma('writable_schema = RESET');
    const list = <T>(pragma: string) => db.prepare(`SELECT * FROM ${pragma}(?)`).all(name) as T[];
    const withoutRowid = list<{ wr: number }>('pragma_table_list')[0]?.wr === 1;
    const hasKeyIndex = list<{ origin: string }>('pragma_index_list').some(({ origin }) => origin === 'pk');
    const all = list<ColumnRow>('pragma_table_xinfo');
    const computed = quickExpressions(
      sql,
      all.map((row) => row.name),
    );
    const expression = (row: ColumnRow) => (row.hidden === 2 ? computed.get(row.name.toLowerCase()) : null);
    const rows = all.filter((row) => expression(row) !== undefined);
    const virtual = rows.some(({ hidden }) => hidden === 2)
      ? new VirtualColumns(rows.map((row) => ({ ...row, expression: expression(row) ?? null })))
      : null;
    return define(sql, rows, list<ForeignRow>('pragma_foreign_key_list'), {
      withoutRowid,
      hasKeyIndex,
      virtual,
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UnreadableState(`The definition of table ${name} cannot be read: ${why}`);
  } finally {
    db.close();
  }
}

function define(
  sql: string,
  rows: readonly ColumnRow[],
  foreign: readonly ForeignRow[],
  {
    withoutRowid,
    hasKeyIndex,
    virtual,
  }: Pick<TableDef, 'withoutRowid' | 'virtual'> & { readonly hasKeyIndex: boolean },
): TableDef {
  const primaryKey = rows
    .flatMap(({ pk }, i) => (pk > 0 ? [{ pk, i }] : []))
    .sort((a, b) => a.pk - b.pk)
    .map(({ i }) => i);
  const foreignKeys = groupKeys(rows, foreign);
  const allowed = allowedValues(sql);
  return {
    columns: rows.map((row, i) => toColumn(row, i, foreignKeys, allowed)),
    stored: storedAt(rows, withoutRowid ? primaryKey : []),
    real: rows.map(({ type }) => hasRealAffinity(type)),
    defaults: rows.map(({ dflt_value: text, type }) => columnDefault(text, type)),
    primaryKey,
    rowidColumn: primaryKey.length > 0 && !withoutRowid && !hasKeyIndex ? (primaryKey[0] ?? null) : null,
    withoutRowid,
    foreignKeys,
    virtual,
  };
}

/** A table without rowid keeps its key's columns first. */
function storedAt(rows: readonly ColumnRow[], first: readonly number[]): number[] {
  const at = rows.map(() => -1);
  let next = 0;
  for (const column of first) at[column] = next++;
  rows.forEach(({ hidden }, i) => {
    if (hidden !== 2 && at[i] === -1) at[i] = next++;
  });
  return at;
}

function toColumn(
  row: ColumnRow,
  i: number,
  foreignKeys: readonly ForeignKeyDef[],
  allowed: ReadonlyMap<string, string[]>,
): TableColumn {
  const key = foreignKeys.find(({ columns }) => columns.length === 1 && columns[0] === i);
  const column = {
    name: row.name,
    type: row.type,
    primaryKey: row.pk,
    notNull: row.notnull !== 0,
    defaultSql: row.dflt_value,
  };
  return {
    ...column,
    generated: row.hidden === 2 ? 'virtual' : row.hidden === 3 ? 'stored' : 'no',
    references: key === undefined ? null : { table: key.table, column: key.toColumns?.[0] ?? null },
    rowTimestamp: isRowTimestamp(column),
    allowed: allowed.get(row.name.toLowerCase()) ?? null,
  };
}

function groupKeys(rows: readonly ColumnRow[], foreign: readonly ForeignRow[]): ForeignKeyDef[] {
  const byId = Map.groupBy(foreign, ({ id }) => id);
  return [...byId.values()].flatMap((parts) => {
    const sorted = parts.toSorted((a, b) => a.seq - b.seq);
    const columns = sorted.map(({ from }) =>
      rows.findIndex(({ name }) => name.toLowerCase() === from.toLowerCase()),
    );
    const to = sorted.map((part) => part.to);
    const table = sorted[0]?.table;
    if (table === undefined || columns.includes(-1)) return [];
    return [{ columns, table, toColumns: to.every((name) => name !== null) ? to : null }];
  });
}

/** https://www.sqlite.org/datatype3.html#determination_of_column_affinity */
function hasRealAffinity(type: string): boolean {
  return !/int|char|clob|text|blob/i.test(type) && /real|floa|doub/i.test(type);
}
