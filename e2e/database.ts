import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';

/** How many rows of a table differ between two databases. */
export interface TableCounts {
  readonly inserted: number;
  readonly updated: number;
  readonly deleted: number;
}

/** The bytes of a live session's database; nothing may be writing. */
export function readLiveDatabase(homeDir: string, scenario: string, recordId: string): Buffer {
  const dir = join(homeDir, 'sessions', scenario, recordId);
  const name = readdirSync(dir).find((file) => file.endsWith('.db') && !file.endsWith('_initial.db'));
  if (name === undefined) throw new Error(`no database in ${dir}`);
  return readFileSync(join(dir, name));
}

/** What SQL itself says of two databases: tables with rows that differ, by name. */
export async function plainCounts(before: Buffer, after: Buffer): Promise<ReadonlyMap<string, TableCounts>> {
  const dir = await mkdtemp(join(tmpdir(), 'awm-plain-'));
  try {
    await writeFile(join(dir, 'before.db'), before);
    await writeFile(join(dir, 'after.db'), after);
    const db = new Database(join(dir, 'after.db'));
    db.prepare('ATTACH ? AS old').run(join(dir, 'before.db'));
    const names = db
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'`)
      .pluck()
      .all() as string[];
    const counts = new Map(names.map((name) => [name, countsOf(db, name)] as const));
    db.close();
    return new Map(
      [...counts].filter(([, { inserted, updated, deleted }]) => inserted + updated + deleted > 0),
    );
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

function countsOf(db: Database.Database, table: string): TableCounts {
  const keys = db
    .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck()
    .all(table) as string[];
  const key = keys.length === 0 ? 'rowid' : keys.map((name) => `"${name}"`).join(', ');
  const all = keys.length === 0 ? 'rowid, *' : '*';
  const count = (columns: string, left: string, right: string) =>
    db
      .prepare(
        `SELECT count(*) FROM (SELECT ${columns} FROM ${left}."${table}" EXCEPT SELECT ${columns} FROM ${right}."${table}")`,
      )
      .pluck()
      .get() as number;
  const inserted = count(key, 'main', 'old');
  const deleted = count(key, 'old', 'main');
  return { inserted, deleted, updated: count(all, 'main', 'old') - inserted };
}
