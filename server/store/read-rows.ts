import Database from 'better-sqlite3';
import { keyText } from '../../lib/domain/rows.ts';
import type { Cell, DatabaseRows, ForeignKey, TableRows } from '../../lib/domain/rows.ts';

/** Caps for files that untrusted code wrote: a b-tree whose pages point in circles yields rows for ever. */
interface ReadLimits {
  readonly bytes: number;
  readonly rows: number;
  readonly ms: number;
}

export class UnreadableDatabase extends Error {}

interface SchemaRow {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

interface ColumnInfo {
  readonly name: string;
  readonly type: string;
  readonly pk: bigint;
  readonly hidden: bigint;
}

/**
 * Reads all ordinary tables of a database file's bytes, in memory: no file is opened, nothing is written. Views, virtual
 * tables and generated columns are left out, so that no expression of the file's author runs.
 * @throws UnreadableDatabase with the reason
 */
export function readRows(file: Buffer, limits: ReadLimits): DatabaseRows {
  if (file.length > limits.bytes)
    throw new UnreadableDatabase(`${file.length} bytes are over the limit of ${limits.bytes}`);
  if (file.length === 0) return { schema: [], tables: new Map() };
  let db: Database.Database | undefined;
  try {
    db = new Database(withoutWal(file), { readonly: true });
    db.defaultSafeIntegers(true);
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    return new RowReader(db, file.length, limits).read();
  } catch (error) {
    if (error instanceof UnreadableDatabase) throw error;
    throw new UnreadableDatabase(error instanceof Error ? error.message : String(error));
  } finally {
    db?.close();
  }
}

/** SQLite's in-memory copy cannot be in WAL mode; the header's two bytes say that it is. */
export function withoutWal(file: Buffer): Buffer {
  if (file[18] !== 2 && file[19] !== 2) return file;
  const copy = Buffer.from(file);
  copy[18] = 1;
  copy[19] = 1;
  return copy;
}

class RowReader {
  readonly #db: Database.Database;
  readonly #fileBytes: number;
  readonly #limits: ReadLimits;
  readonly #deadline: number;
  #rows = 0;

  constructor(db: Database.Database, fileBytes: number, limits: ReadLimits) {
    this.#db = db;
    this.#fileBytes = fileBytes;
    this.#limits = limits;
    this.#deadline = performance.now() + limits.ms;
  }

  read(): DatabaseRows {
    const objects = this.#list<SchemaRow>('SELECT type, name, sql FROM sqlite_schema');
    const schema = objects
      .filter(({ name }) => !name.startsWith('sqlite_'))
      .map(({ type, name, sql }) => `${type} ${name} ${sql ?? ''}`)
      .sort();
    const tables = new Map<string, TableRows>();
    for (const { type, name, sql } of objects) {
      if (type !== 'table' || name.startsWith('sqlite_') || /^\s*create\s+virtual/i.test(sql ?? '')) continue;
      tables.set(name, this.#table(name, /without\s+rowid/i.test(sql ?? '')));
    }
    return { schema, tables };
  }

  #table(name: string, withoutRowid: boolean): TableRows {
    const info = this.#list<ColumnInfo>('SELECT name, type, pk, hidden FROM pragma_table_xinfo(?)', name);
    const plain = info.filter(({ hidden }) => hidden === 0n);
    const primaryKey = plain
      .flatMap(({ pk }, i) => (pk > 0n ? [{ pk, i }] : []))
      .sort((a, b) => Number(a.pk - b.pk))
      .map(({ i }) => i);
    const only = primaryKey.length === 1 ? primaryKey[0] : undefined;
    const generated =
      only !== undefined && !withoutRowid && plain[only]?.type.toUpperCase() === 'INTEGER' ? only : null;
    const columns = plain.map((column) => column.name);
    return {
      columns,
      primaryKey,
      generatedKey: generated,
      foreignKeys: this.#foreignKeys(name, columns),
      rows: this.#read(name, columns, primaryKey),
    };
  }

  #foreignKeys(name: string, columns: readonly string[]): ForeignKey[] {
    const rows = this.#list<{ table: string; from: string; to: string | null }>(
      'SELECT "table", "from", "to" FROM pragma_foreign_key_list(?)',
      name,
    );
    return rows.flatMap(({ table, from, to }) => {
      const column = columns.findIndex((title) => title.toLowerCase() === from.toLowerCase());
      return column < 0 ? [] : [{ column, table, toColumn: to }];
    });
  }

  #read(
    name: string,
    columns: readonly string[],
    primaryKey: readonly number[],
  ): Map<string, readonly Cell[]> {
    // A cell that claims more bytes than the file has would be allocated first.
    const cells = columns.map((column) => {
      const quoted = quote(column);
      return `CASE WHEN octet_length(${quoted}) > ${this.#fileBytes} THEN NULL ELSE ${quoted} END`;
    });
    const rowid = ['rowid', '_rowid_', 'oid'].find(
      (word) => !columns.some((column) => column.toLowerCase() === word),
    );
    const byRowid = primaryKey.length === 0;
    if (byRowid && rowid === undefined) throw new UnreadableDatabase(`table ${name} hides its rowid`);
    const list = (byRowid ? [String(rowid), ...cells] : cells).join(', ');
    const rows = new Map<string, readonly Cell[]>();
    for (const raw of this.#db
      .prepare(`SELECT ${list} FROM ${quote(name)}`)
      .raw()
      .iterate()) {
      this.#count();
      const all = (raw as unknown[]).map(toCell);
      const row = byRowid ? all.slice(1) : all;
      rows.set(byRowid ? keyText(all.slice(0, 1)) : keyText(primaryKey.map((i) => row[i] ?? null)), row);
    }
    return rows;
  }

  #list<T>(sql: string, ...parameters: string[]): T[] {
    const rows: T[] = [];
    for (const row of this.#db.prepare(sql).iterate(...parameters)) {
      this.#count();
      rows.push(row as T);
    }
    return rows;
  }

  #count(): void {
    this.#rows++;
    if (this.#rows > this.#limits.rows) throw new UnreadableDatabase(`more than ${this.#limits.rows} rows`);
    if (this.#rows % 256 === 0 && performance.now() > this.#deadline) {
      throw new UnreadableDatabase(`not read within ${this.#limits.ms} ms`);
    }
  }
}

function toCell(value: unknown): Cell {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  if (value === null || typeof value === 'bigint' || typeof value === 'number' || typeof value === 'string')
    return value;
  throw new UnreadableDatabase(`unexpected value of type ${typeof value}`);
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
