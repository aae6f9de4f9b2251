import type { Cell } from '../../../lib/domain/rows.ts';
import { cellOf, fieldsOf } from './record.ts';
import { SqliteFile, UnreadableState } from './sqlite-file.ts';
import type { CellAt, Payload, Rowid, TreeKind } from './sqlite-file.ts';
import { tableDef } from './table-def.ts';
import type { TableDef } from './table-def.ts';

/** A row of sqlite_schema. */
export interface SchemaObject {
  readonly type: 'table' | 'index' | 'view' | 'trigger';
  readonly name: string;
  readonly root: number;
  readonly sql: string;
}

const OBJECTS = 20_000;
const VIRTUAL = /^\s*create\s+virtual\s/i;
/** Tables that SQLite's own virtual tables keep their index in, by what follows the virtual table's name. */
const SHADOW = /^_(?:data|idx|docsize|config|segments|segdir|stat|node|parent|rowid)$/i;

/** One table of a state, with its rows. */
export class StateTable {
  readonly name: string;
  readonly sql: string;
  readonly root: number;
  readonly def: TableDef;
  readonly file: SqliteFile;
  readonly kind: TreeKind;

  /** @throws UnreadableState where its definition cannot be read */
  constructor(file: SqliteFile, object: SchemaObject) {
    this.file = file;
    this.name = object.name;
    this.sql = object.sql;
    this.root = object.root;
    this.def = tableDef(object.name, object.sql);
    this.kind = this.def.withoutRowid ? 'index' : 'table';
  }

  cells(): CellAt[] {
    return this.file.cellsOf(this.root, this.kind);
  }

  count(): number {
    return this.file.countOf(this.root, this.kind);
  }

  payload(cell: CellAt): Payload {
    return this.file.payload(cell, this.kind);
  }

  rowid(cell: CellAt): Rowid {
    return this.file.rowid(cell);
  }

  /** The row with a rowid. */
  find(rowid: bigint): CellAt | undefined {
    const number = Number(rowid);
    return this.file.find(this.root, Number.isSafeInteger(number) ? number : rowid);
  }

  /** All columns' values. */
  row(cell: CellAt): Cell[] {
    const row = this.storedRow(cell);
    this.def.virtual?.fill(row);
    return row;
  }

  /** The same with NULL for virtual columns, which follow from the others. */
  storedRow(cell: CellAt): Cell[] {
    const payload = this.payload(cell);
    const fields = fieldsOf(payload);
    return this.def.columns.map((_, column) => this.#value(cell, payload, fields, column));
  }

  /** Some columns' values. */
  values(cell: CellAt, columns: readonly number[]): Cell[] {
    const { def } = this;
    if (def.virtual !== null && columns.some((column) => def.columns[column]?.generated === 'virtual')) {
      const row = this.row(cell);
      return columns.map((column) => row[column] ?? null);
    }
    const payload = this.payload(cell);
    const last = Math.max(-1, ...columns.map((column) => def.stored[column] ?? -1));
    const fields = fieldsOf(payload, last + 1);
    return columns.map((column) => this.#value(cell, payload, fields, column));
  }

  #value(cell: CellAt, payload: Payload, fields: ReturnType<typeof fieldsOf>, column: number): Cell {
    const { def, file } = this;
    if (column === def.rowidColumn) return BigInt(this.rowid(cell));
    const at = def.stored[column] ?? -1;
    const field = fields[at];
    if (field !== undefined) return cellOf(file, payload, field, def.real[column] ?? false);
    return at < 0 ? null : (def.defaults[column] ?? null);
  }
}

/** A database file as it can be read row by row. */
export class State {
  readonly file: SqliteFile;
  /** Without SQLite's own objects. */
  readonly objects: readonly SchemaObject[];
  readonly #tables = new Map<string, StateTable>();

  /** @throws UnreadableState */
  constructor(bytes: Buffer) {
    this.file = new SqliteFile(bytes);
    this.objects = readObjects(this.file);
  }

  /** Tables that hold rows people look at: no virtual ones and none that these keep their index in. */
  tables(): StateTable[] {
    return this.objects.filter((object) => this.#isOrdinary(object)).map((object) => this.#open(object));
  }

  /** By name, as SQLite compares names. */
  table(name: string): StateTable | undefined {
    const object = this.object(name);
    return object !== undefined && this.#isOrdinary(object) ? this.#open(object) : undefined;
  }

  /** A table, virtual table or view. */
  object(name: string): SchemaObject | undefined {
    const found = this.objects.filter(
      ({ type, ...object }) =>
        (type === 'table' || type === 'view') && object.name.toLowerCase() === name.toLowerCase(),
    );
    return found.find((object) => object.name === name) ?? found[0];
  }

  #open(object: SchemaObject): StateTable {
    const table = this.#tables.get(object.name) ?? new StateTable(this.file, object);
    this.#tables.set(object.name, table);
    return table;
  }

  #isOrdinary({ type, name, sql }: SchemaObject): boolean {
    return type === 'table' && !isVirtual(sql) && !this.#isShadow(name);
  }

  #isShadow(name: string): boolean {
    const lower = name.toLowerCase();
    return this.objects.some(
      ({ type, sql, name: owner }) =>
        type === 'table' &&
        isVirtual(sql) &&
        lower.startsWith(owner.toLowerCase()) &&
        SHADOW.test(name.slice(owner.length)),
    );
  }
}

export function isVirtual(sql: string): boolean {
  return VIRTUAL.test(sql);
}

function readObjects(file: SqliteFile): SchemaObject[] {
  if (file.pageCount === 0) return [];
  const cells = file.cellsOf(1, 'table');
  if (cells.length > OBJECTS)
    throw new UnreadableState(
      `The schema has ${String(cells.length)} objects; the limit is ${String(OBJECTS)}`,
    );
  return cells.flatMap((cell) => {
    const payload = file.payload(cell, 'table');
    const [type, name, , root, sql] = fieldsOf(payload, 5).map((field) =>
      cellOf(file, payload, field, false),
    );
    if (typeof name !== 'string' || typeof sql !== 'string' || /^sqlite_/i.test(name)) return [];
    if (type !== 'table' && type !== 'index' && type !== 'view' && type !== 'trigger') return [];
    return [{ type, name, sql, root: typeof root === 'bigint' ? Number(root) : 0 }];
  });
}
