import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { TableChange } from '../../../../lib/contracts/evidence.ts';
import { keyText } from '../../../../lib/domain/rows.ts';
import type { Cell } from '../../../../lib/domain/rows.ts';
import { toWireCell } from '../../../../lib/domain/wire-cell.ts';
import { State } from '../state.ts';
import { changeSet } from '../change-set.ts';
import type { StateChanges } from '../change-set.ts';

/**
 * The difference of two databases as SQL tells it (EXCEPT both ways, table by table), held against a change set. Of the
 * change set it takes which table and column is which after a renaming; everything else it finds by itself.
 */
export class PlainDifference {
  readonly #db: Database.Database;
  readonly #dir: string;
  #defaults = 0;

  constructor(dir: string, before: Buffer, after: Buffer) {
    this.#dir = dir;
    writeFileSync(this.#path('before'), before);
    writeFileSync(this.#path('after'), after);
    this.#db = new Database(this.#path('after'));
    this.#db.defaultSafeIntegers(true);
    this.#db.prepare('ATTACH ? AS old').run(this.#path('before'));
  }

  /** What the change set says wrongly; nothing where it is right. */
  faults(set: StateChanges): string[] {
    const was = new Map(
      set.schema.flatMap((item) =>
        item.type === 'table' && item.was !== null ? [[item.name, item.was]] : [],
      ),
    );
    const faults: string[] = [];
    const [old, now] = [this.#tables('old'), this.#tables('main')];
    for (const name of now) {
      const before = was.get(name) ?? (old.includes(name) ? name : undefined);
      faults.push(...this.#table(name, before, name, set));
    }
    const followed = new Set([...now, ...was.values()]);
    for (const name of old) if (!followed.has(name)) faults.push(...this.#table(name, name, undefined, set));
    const told = set.tables
      .map((table) => table.name)
      .filter((name) => !now.includes(name) && !old.includes(name));
    return [...faults, ...told.map((name) => `${name} is told and does not exist`)];
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #path(name: string): string {
    return join(this.#dir, `${name}.db`);
  }

  #tables(schema: 'main' | 'old'): string[] {
    const rows = this.#db
      .prepare(
        `SELECT name FROM ${schema}.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
         AND sql NOT LIKE 'CREATE VIRTUAL%' AND name NOT GLOB '*_fts_*' ORDER BY name`,
      )
      .all() as { name: string }[];
    return rows.map(({ name }) => name);
  }

  #table(name: string, before: string | undefined, after: string | undefined, set: StateChanges): string[] {
    const told = set.tables.find((table) => table.name === name);
    const columns = this.#columns(set, before, after);
    const [x, y] = [
      before === undefined
        ? NO_ROWS
        : this.#rows(
            'old',
            before,
            columns.map(({ old }) => old),
            columns,
          ),
      after === undefined
        ? NO_ROWS
        : this.#rows(
            'main',
            after,
            columns.map(({ now }) => now),
            columns,
          ),
    ];
    const gone = this.#except(x.sql, y.sql);
    const came = this.#except(y.sql, x.sql);
    const changes = new Map<string, { kind: string; key: string }>();
    for (const text of gone) {
      const { identity, key } = rowIn(x, text);
      changes.set(identity, { kind: 'deleted', key });
    }
    for (const text of came) {
      const { identity, key } = rowIn(y, text);
      changes.set(identity, { kind: changes.has(identity) ? 'updated' : 'inserted', key });
    }
    const expected = new Map([...changes.values()].map(({ key, kind }) => [key, kind]));
    const faults: string[] = [];
    const seen = new Map((told?.rows ?? []).map((row) => [row.key, row.kind]));
    for (const [key, kind] of expected)
      if (seen.get(key) !== kind) faults.push(`${name} ${key}: ${kind}, told ${seen.get(key) ?? 'nothing'}`);
    for (const [key, kind] of seen)
      if (!expected.has(key)) faults.push(`${name} ${key}: the same, told ${kind}`);
    if (told !== undefined)
      faults.push(...counts(told, expected, x.count, y.count), ...cells(told, x, y, columns));
    return faults;
  }

  /** Columns of the newer table (an older, dropped one's own) and what they were called. */
  #columns(set: StateChanges, before: string | undefined, after: string | undefined): Column[] {
    const list = (schema: string, table: string) =>
      this.#db.prepare('SELECT * FROM pragma_table_xinfo(?, ?)').all(table, schema) as ColumnRow[];
    if (after === undefined) return list('old', before ?? '').map((row) => plain(row, row.name, row.name));
    const changes = set.schema.find(({ type, name }) => type === 'table' && name === after)?.columns ?? [];
    const old = before === undefined ? [] : list('old', before).map((row) => row.name);
    return list('main', after).map((row) => {
      const was = changes.find(({ name }) => name === row.name)?.was ?? row.name;
      const fresh = changes.some(({ name, change }) => name === row.name && change === 'added');
      return plain(row, before === undefined || (!fresh && old.includes(was)) ? was : null, row.name);
    });
  }

  #rows(
    schema: 'main' | 'old',
    table: string,
    names: readonly (string | null)[],
    columns: readonly Column[],
  ): Rows {
    const keys = columns.filter(({ pk }) => pk > 0n).sort((a, b) => Number(a.pk - b.pk));
    const at = (column: Column) => columns.indexOf(column);
    const values = names.map((name, i) => (name === null ? this.#default(columns[i]) : quote(name)));
    const withoutRowid = this.#withoutRowid(schema, table);
    const rowid = withoutRowid ? '0' : this.#rowidName(schema, table);
    const keyed = keys.length > 0 && keys.every(({ old }) => old !== null);
    // A key with a NULL names no row: the rowid does.
    const missing = keys.map((key) => `${values[at(key)] ?? ''} IS NULL`).join(' OR ');
    const byRowid = withoutRowid ? `'${schema}'` : `'#' || ${rowid}`;
    const id = keyed ? `CASE WHEN ${withoutRowid ? '0' : missing} THEN ${byRowid} ELSE '' END` : byRowid;
    const told = [id, ...values.map((value) => this.#text(value))].join(" || '|' || ");
    const from = `FROM ${schema}.${quote(table)}`;
    const alias = !withoutRowid && keys.length === 1 && this.#isAlias(schema, table);
    const byText = new Map<string, Row>();
    let count = 0;
    const list = this.#db.prepare(`SELECT ${[rowid, told, id, ...values].join(', ')} ${from}`);
    for (const [number, text, name, ...rest] of list.raw().iterate() as Iterable<unknown[]>) {
      const cells = rest.map(cellOf);
      const key = keys.map((column) => cells[at(column)] ?? null);
      const named = keys.length > 0 && (withoutRowid || !key.includes(null));
      byText.set(String(text), {
        identity: name === '' ? keyText(key) : String(name),
        key: alias ? `i${String(number)}` : named ? keyText(key) : `#${String(number)}`,
        cells,
      });
      count++;
    }
    return { sql: `SELECT ${told} ${from}`, byText, count };
  }

  #except(left: string, right: string): string[] {
    if (left === '') return [];
    const sql = right === '' ? left : `${left} EXCEPT ${right}`;
    return this.#db.prepare(sql).pluck().all() as string[];
  }

  /** What the column makes of its default, told by a table of its own. */
  #default(column: Column | undefined): string {
    if (column === undefined || column.dflt === null) return 'NULL';
    const name = `temp.d${String(this.#defaults++)}`;
    this.#db.exec(
      `CREATE TABLE ${name} (v ${column.type} DEFAULT ${column.dflt}); INSERT INTO ${name} DEFAULT VALUES`,
    );
    return `(SELECT v FROM ${name})`;
  }

  /** A value's type and bytes as text. */
  #text(value: string): string {
    return `CASE typeof(${value}) WHEN 'text' THEN 't' || hex(CAST(${value} AS BLOB)) WHEN 'blob' THEN 'x' || hex(${value})
      WHEN 'real' THEN 'r' || quote(${value}) WHEN 'integer' THEN 'i' || ${value} ELSE 'n' END`;
  }

  #withoutRowid(schema: string, table: string): boolean {
    const row = this.#db
      .prepare('SELECT wr FROM pragma_table_list WHERE schema = ? AND name = ?')
      .get(schema, table);
    return (row as { wr: bigint } | undefined)?.wr === 1n;
  }

  #isAlias(schema: string, table: string): boolean {
    const rows = this.#db.prepare('SELECT origin FROM pragma_index_list(?, ?)').all(table, schema);
    return !(rows as { origin: string }[]).some(({ origin }) => origin === 'pk');
  }

  #rowidName(schema: string, table: string): string {
    const rows = this.#db.prepare('SELECT name FROM pragma_table_xinfo(?, ?)').all(table, schema) as {
      name: string;
    }[];
    return (
      ['rowid', '_rowid_', 'oid'].find((word) => !rows.some(({ name }) => name.toLowerCase() === word)) ??
      'rowid'
    );
  }
}

interface ColumnRow {
  readonly name: string;
  readonly type: string;
  readonly pk: bigint;
  readonly dflt_value: string | null;
}

interface Column {
  readonly old: string | null;
  readonly now: string;
  readonly type: string;
  readonly pk: bigint;
  readonly dflt: string | null;
}

interface Rows {
  readonly sql: string;
  readonly byText: ReadonlyMap<string, Row>;
  readonly count: number;
}

interface Row {
  /** What makes it the same row in both databases. */
  readonly identity: string;
  readonly key: string;
  readonly cells: readonly Cell[];
}

const NO_ROWS: Rows = { sql: '', byText: new Map(), count: 0 };

/** The change set of two files with every row of it, and what SQL finds wrong with it. */
export function checkedChanges(
  dir: string,
  before: Buffer,
  after: Buffer,
): { set: StateChanges; faults: string[] } {
  const page = { table: undefined, offset: 0, limit: Number.MAX_SAFE_INTEGER };
  const set = changeSet(new State(before), new State(after), page);
  using plain = new PlainDifference(dir, before, after);
  return { set, faults: plain.faults(set) };
}

function plain(row: ColumnRow, old: string | null, now: string): Column {
  return { old, now, type: row.type, pk: row.pk, dflt: row.dflt_value };
}

function rowIn({ byText }: Rows, text: string): Row {
  return byText.get(text) ?? { identity: text, key: `unknown row ${text}`, cells: [] };
}

function counts(
  told: TableChange,
  expected: ReadonlyMap<string, string>,
  before: number,
  after: number,
): string[] {
  const kinds = [...expected.values()];
  const right = {
    inserted: kinds.filter((kind) => kind === 'inserted').length,
    deleted: kinds.filter((kind) => kind === 'deleted').length,
    updated: kinds.filter((kind) => kind === 'updated').length,
    rowsBefore: before,
    rowsAfter: after,
  };
  return Object.entries(right).flatMap(([what, number]) =>
    told[what as keyof typeof right] === number ? [] : [`${told.name}: ${what} is ${number}`],
  );
}

/** Cells as SQL gives them, and which of them differ. */
function cells(told: TableChange, x: Rows, y: Rows, columns: readonly Column[]): string[] {
  const byKey = (rows: Rows) => new Map([...rows.byText.values()].map(({ key, cells: list }) => [key, list]));
  const [before, after] = [byKey(x), byKey(y)];
  const shown = (list: readonly Cell[] | undefined) => JSON.stringify(list?.map(toWireCell) ?? null);
  return told.rows.flatMap((row) => {
    const [was, now] = [before.get(row.key), after.get(row.key)];
    const faults: string[] = [];
    if (shown(was) !== JSON.stringify(row.before))
      faults.push(`${told.name} ${row.key}: before is ${shown(was)}, told ${JSON.stringify(row.before)}`);
    if (shown(now) !== JSON.stringify(row.after))
      faults.push(`${told.name} ${row.key}: after is ${shown(now)}, told ${JSON.stringify(row.after)}`);
    if (row.kind === 'updated') {
      const differ = columns.flatMap((_, i) =>
        shown([was?.[i] ?? null]) === shown([now?.[i] ?? null]) ? [] : [i],
      );
      if (
        differ.join() !== row.changed.join() &&
        !row.before?.some((cell) => typeof cell === 'object' && cell !== null)
      )
        faults.push(`${told.name} ${row.key}: changed are ${differ.join()}, told ${row.changed.join()}`);
    }
    return faults;
  });
}

function cellOf(value: unknown): Cell {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString('hex') };
  return value as Cell;
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
