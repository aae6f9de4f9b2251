import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRows, UnreadableDatabase } from './read-rows.ts';
import { change, makeSeed, tempDir } from './testing.ts';

const LIMITS = { bytes: 8 << 20, rows: 10_000, ms: 2000 };

function fileOf(sql: string): Buffer {
  using dir = tempDir();
  const path = join(dir.path, 'x.db');
  change(path, sql);
  return readFileSync(path);
}

describe('readRows', () => {
  it('reads rows by their keys, with keys that SQLite makes and foreign keys', () => {
    const file = fileOf(`
      CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT, big INTEGER, data BLOB);
      CREATE TABLE children (a INT, b TEXT, parent_id INTEGER REFERENCES parents, PRIMARY KEY (b, a)) WITHOUT ROWID;
      CREATE TABLE plain ("rowid" TEXT, made TEXT GENERATED ALWAYS AS (upper("rowid")));
      CREATE VIEW seen AS SELECT * FROM parents;
      INSERT INTO parents VALUES (7, 'é', 9007199254740993, x'00ff');
      INSERT INTO children VALUES (1, 'k', 7);
      INSERT INTO plain VALUES ('v');`);
    const { tables, schema } = readRows(file, LIMITS);
    expect(schema).toHaveLength(4);
    expect([...tables.keys()]).toEqual(['parents', 'children', 'plain']);
    expect(tables.get('parents')).toMatchObject({ generatedKey: 0, primaryKey: [0] });
    expect(tables.get('parents')?.rows.get('i7')).toEqual([7n, 'é', 9007199254740993n, { hex: '00ff' }]);
    expect(tables.get('children')).toMatchObject({
      generatedKey: null,
      primaryKey: [1, 0],
      foreignKeys: [{ column: 2, table: 'parents' }],
    });
    expect([...(tables.get('plain')?.rows ?? [])]).toEqual([['i1', ['v']]]);
  });

  it('reads a file that is marked for WAL', () => {
    const file = fileOf("PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES ('x')");
    expect(file[18]).toBe(2);
    expect(readRows(file, LIMITS).tables.get('t')?.rows.size).toBe(1);
  });

  it('runs no expression of the file’s author', () => {
    const file = fileOf(`
      CREATE TABLE t (a TEXT);
      INSERT INTO t VALUES ('no JSON');
      ALTER TABLE t ADD COLUMN b TEXT GENERATED ALWAYS AS (json(a));`);
    const table = readRows(file, LIMITS).tables.get('t');
    expect(table?.columns).toEqual(['a']);
    expect([...(table?.rows.values() ?? [])]).toEqual([['no JSON']]);
  });

  it('stops at its limits', () => {
    const many = fileOf(
      'CREATE TABLE t (a); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) INSERT INTO t SELECT i FROM n',
    );
    expect(() => readRows(many, LIMITS)).toThrow('more than 10000 rows');
    expect(() => readRows(many, { ...LIMITS, bytes: 1000 })).toThrow('over the limit');
    expect(() => readRows(many, { ...LIMITS, rows: 1e6, ms: 0 })).toThrow('not read within 0 ms');
  });

  it('answers with rows or one error for files with any bytes broken, within its limits', () => {
    using dir = tempDir();
    const path = join(dir.path, 'seed.db');
    makeSeed(path, 30);
    const good = readFileSync(path);
    for (let round = 0; round < 300; round++) {
      const file = Buffer.from(good);
      const noise = randomBytes(64);
      for (let i = 0; i < 8; i++) {
        // Headers and cell pointers of the pages are where it hurts.
        const page = noise.readUInt16LE(i * 4) % (file.length / 4096);
        file[page * 4096 + (noise[i * 4 + 2] ?? 0)] = noise[i * 4 + 3] ?? 0;
      }
      const before = performance.now();
      try {
        readRows(file, LIMITS);
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableDatabase);
      }
      expect(performance.now() - before).toBeLessThan(LIMITS.ms + 1000);
    }
  });
});
