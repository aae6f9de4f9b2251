import { DatabaseSync } from 'node:sqlite';

/** The comparison rules of the recordings' own replay: volatile pointers are skipped, numbers compare as numbers. */
export function differences(
  want: unknown,
  got: unknown,
  volatile: ReadonlySet<string>,
  pointer: string,
): string[] {
  if (volatile.has(pointer)) return [];
  if (pointer.endsWith('/tool_result') && [...volatile].some((item) => item.startsWith(`${pointer}/`))) {
    return compare(parsed(want), parsed(got), volatile, pointer);
  }
  return compare(want, got, volatile, pointer);
}

function compare(want: unknown, got: unknown, volatile: ReadonlySet<string>, pointer: string): string[] {
  if (Array.isArray(want) && Array.isArray(got)) {
    if (want.length !== got.length)
      return [`${pointer}: ${String(want.length)} items, got ${String(got.length)}`];
    return want.flatMap((item, index) =>
      differences(item, got[index], volatile, `${pointer}/${String(index)}`),
    );
  }
  if (isRecord(want) && isRecord(got)) {
    const keys = new Set([...Object.keys(want), ...Object.keys(got)]);
    return [...keys].flatMap((key) => differences(want[key], got[key], volatile, `${pointer}/${key}`));
  }
  return want === got ? [] : [`${pointer}: want ${short(want)} got ${short(got)}`];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

function short(value: unknown): string {
  return JSON.stringify(value ?? null).slice(0, 300);
}

interface RecordedTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export interface RecordedDatabase {
  readonly final_db: Readonly<Record<string, RecordedTable>>;
  readonly final_db_volatile_columns: Readonly<Record<string, readonly string[]>>;
}

/** Table by table, rows in any order, without the columns that hang on the clock. */
export function databaseDifferences(recorded: RecordedDatabase, path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true });
  const names = database
    .prepare("select name from sqlite_master where type='table' and name not like 'sqlite_%'")
    .all()
    .map((row) => String(row['name']));
  const found: string[] = [];
  for (const table of new Set([...names, ...Object.keys(recorded.final_db)])) {
    const want = recorded.final_db[table];
    if (want === undefined || !names.includes(table)) {
      found.push(`database: table ${table} is on one side only`);
      continue;
    }
    const volatile = recorded.final_db_volatile_columns[table] ?? [];
    if (volatile[0] === '*') continue;
    const columns = want.columns.filter((column) => !volatile.includes(column));
    const kept = columns.map((column) => want.columns.indexOf(column));
    const wantRows = want.rows.map((row) => JSON.stringify(kept.map((index) => row[index])));
    const gotRows = database
      .prepare(`select * from "${table}"`)
      .all()
      .map((row) => JSON.stringify(columns.map((column) => row[column])));
    if (JSON.stringify(wantRows.sort()) !== JSON.stringify(gotRows.sort())) {
      found.push(
        `database: rows of ${table} differ (${String(wantRows.length)}, got ${String(gotRows.length)})`,
      );
    }
  }
  return found;
}
