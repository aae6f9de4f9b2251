import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { changeSet } from './change-set.ts';
import type { StateChanges } from './change-set.ts';
import { State } from './state.ts';
import { tableInfos } from './table-infos.ts';

const PAGE = { table: undefined, offset: 0, limit: 100 };

/** The changes that a script makes to what another made. */
function changes(before: string, script: string, page = PAGE): StateChanges {
  using db = new DisposableDatabase();
  db.exec(before);
  const old = db.serialize();
  db.exec(script);
  return changeSet(new State(old), new State(db.serialize()), page);
}

class DisposableDatabase extends Database {
  constructor() {
    super(':memory:');
    this.pragma('foreign_keys = ON');
  }
  [Symbol.dispose](): void {
    this.close();
  }
}

/** Kind, values before and after of each row of the one table. */
function rows(set: StateChanges) {
  return set.tables[0]?.rows.map(({ key, kind, before, after }) => [key, kind, before, after]);
}

describe('rows are told apart', () => {
  it('by rowid in a table without a primary key', () => {
    const set = changes(
      "CREATE TABLE t (a); INSERT INTO t VALUES ('x'), ('x'), ('y')",
      "DELETE FROM t WHERE rowid = 2; UPDATE t SET a = 'z' WHERE rowid = 3; INSERT INTO t VALUES ('x')",
    );
    expect(set.tables[0]).toMatchObject({ byRowid: true, rowsBefore: 3, rowsAfter: 3 });
    expect(rows(set)).toEqual([
      ['#2', 'deleted', ['x'], null],
      ['#3', 'updated', ['y'], ['z']],
      ['#4', 'inserted', null, ['x']],
    ]);
  });

  it('by a composite key, with and without rowid, though the row moved', () => {
    for (const tail of ['', 'WITHOUT ROWID']) {
      const set = changes(
        `CREATE TABLE t (a, b TEXT, n, PRIMARY KEY (b, a)) ${tail};
         INSERT INTO t VALUES (1, 'k', 1), (2, 'k', 2), (1, 'm', 3)`,
        "DELETE FROM t WHERE a = 1 AND b = 'k'; INSERT INTO t VALUES (1, 'k', 9), (3, 'a', 4); DELETE FROM t WHERE b = 'm'",
      );
      expect(set.tables[0]).toMatchObject({ byRowid: false, inserted: 1, deleted: 1, updated: 1 });
      expect(rows(set)).toContainEqual(['["tk","i1"]', 'updated', [1, 'k', 1], [1, 'k', 9]]);
      expect(rows(set)).toContainEqual(['["ta","i3"]', 'inserted', null, [3, 'a', 4]]);
    }
  });

  it('by rowid where the key holds NULL, which SQLite lets in more than once', () => {
    const set = changes(
      "CREATE TABLE t (k TEXT PRIMARY KEY, v); INSERT INTO t VALUES (NULL, 1), (NULL, 2), ('a', 3)",
      'UPDATE t SET v = v + 10',
    );
    expect(rows(set)).toEqual([
      ['#1', 'updated', [null, 1], [null, 11]],
      ['#2', 'updated', [null, 2], [null, 12]],
      ['ta', 'updated', ['a', 3], ['a', 13]],
    ]);
  });

  it('with a changed key as one row gone and one come', () => {
    const set = changes(
      'CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, 5)',
      'UPDATE t SET id = 2',
    );
    expect(set).toMatchObject({ inserted: 1, deleted: 1, updated: 0 });
  });
});

describe('values', () => {
  it('differ by type, sign and length: NULL, empty, 1, 1.0, -0.0, infinity, 64 bits, bytes', () => {
    const values = [
      'NULL',
      "''",
      '1',
      '1.0',
      '0.0',
      '-0.0',
      '9e999',
      '9223372036854775807',
      '9223372036854775806',
      "x''",
      "x'00'",
      "'1'",
    ];
    for (const [i, value] of values.entries()) {
      for (const other of values.slice(i + 1)) {
        const set = changes(
          `CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, ${value})`,
          `UPDATE t SET v = ${other}`,
        );
        // SQLite's own arithmetic makes of -0.0 what it likes: where the file tells them apart, so do we.
        if (value !== '0.0' || other !== '-0.0') expect(set.updated, `${value} to ${other}`).toBe(1);
      }
      const same = changes(
        `CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, ${value})`,
        `UPDATE t SET v = ${value}`,
      );
      expect(same.updated, value).toBe(0);
    }
  });

  it('are told exactly: 64-bit integers, whole reals, infinity, NaN as NULL, long ones by their beginning', () => {
    const set = changes(
      'CREATE TABLE t (a, b REAL, c, d, e, f)',
      `INSERT INTO t VALUES (9007199254740993, 2, -9e999, 9e999 - 9e999, '${'é'.repeat(3000)}', zeroblob(5000))`,
    );
    expect(set.tables[0]?.rows[0]?.after).toEqual([
      { i: '9007199254740993' },
      { r: '2.0' },
      { r: '-inf' },
      null,
      { t: 'é'.repeat(2000), length: 3000 },
      { x: '00'.repeat(2000), bytes: 5000 },
    ]);
  });

  it('that lie on overflow pages only are seen', () => {
    const set = changes(
      `CREATE TABLE t (id INTEGER PRIMARY KEY, v); INSERT INTO t VALUES (1, '${'a'.repeat(20_000)}'), (2, 'b')`,
      `UPDATE t SET v = '${'a'.repeat(19_999)}z' WHERE id = 1`,
    );
    expect(set).toMatchObject({ updated: 1, inserted: 0, deleted: 0 });
  });

  it('of text that is not UTF-8 differ by their bytes', () => {
    const set = changes(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, v TEXT); INSERT INTO t VALUES (1, CAST(x'ff' AS TEXT))",
      "UPDATE t SET v = CAST(x'fe' AS TEXT)",
    );
    expect(rows(set)).toEqual([['i1', 'updated', [1, '\ufffd'], [1, '\ufffd']]]);
    expect(set.tables[0]?.rows[0]?.changed).toEqual([1]);
  });

  it('of generated columns are told: stored ones, and virtual ones whose expression is quick', () => {
    const set = changes(
      `CREATE TABLE t (a INTEGER, b INTEGER AS (a * 2) STORED, c TEXT AS (upper('n' || a)) VIRTUAL, d AS (hex(zeroblob(a))));
       INSERT INTO t VALUES (1)`,
      'UPDATE t SET a = 2',
    );
    expect(set.tables[0]?.columns.map(({ name, generated }) => [name, generated])).toEqual([
      ['a', 'no'],
      ['b', 'stored'],
      ['c', 'virtual'],
    ]);
    expect(rows(set)).toEqual([['#1', 'updated', [1, 2, 'N1'], [2, 4, 'N2']]]);
  });
});

describe('the schema', () => {
  const SEED =
    "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT, b); INSERT INTO t VALUES (1, 'x', 2), (2, 'y', 3)";

  it('tells a renamed column, and compares rows across it', () => {
    const set = changes(
      SEED,
      "ALTER TABLE t RENAME COLUMN a TO title; UPDATE t SET title = 'z' WHERE id = 2",
    );
    expect(set.schema).toMatchObject([
      {
        type: 'table',
        name: 't',
        change: 'changed',
        was: null,
        columns: [{ name: 'title', change: 'renamed', was: 'a' }],
      },
    ]);
    expect(rows(set)).toEqual([['i2', 'updated', [2, 'y', 3], [2, 'z', 3]]]);
  });

  it('tells added and dropped columns; a default alone is no change of a row', () => {
    const added = changes(
      SEED,
      "ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'new'; UPDATE t SET c = 'own' WHERE id = 1",
    );
    expect(added.schema[0]?.columns).toEqual([{ name: 'c', change: 'added', was: null }]);
    expect(rows(added)).toEqual([['i1', 'updated', [1, 'x', 2, 'new'], [1, 'x', 2, 'own']]]);
    const dropped = changes(SEED, 'ALTER TABLE t DROP COLUMN a');
    expect(dropped.schema[0]?.columns).toEqual([{ name: 'a', change: 'removed', was: null }]);
    expect(dropped.tables).toEqual([]);
  });

  it('takes a column dropped beside one added for what they are', () => {
    const set = changes(
      SEED,
      "ALTER TABLE t DROP COLUMN a; ALTER TABLE t ADD COLUMN c TEXT; UPDATE t SET c = 'q'",
    );
    expect(set.schema[0]?.columns).toEqual([
      { name: 'c', change: 'added', was: null },
      { name: 'a', change: 'removed', was: null },
    ]);
  });

  it('tells a renamed table, in place and rebuilt elsewhere', () => {
    for (const script of [
      'ALTER TABLE t RENAME TO things',
      `CREATE TABLE other (z); CREATE TABLE things (id INTEGER PRIMARY KEY, a TEXT, b);
       INSERT INTO things SELECT * FROM t; DROP TABLE t; DROP TABLE other; VACUUM`,
    ]) {
      const set = changes(SEED, script);
      expect(set.schema).toMatchObject([{ type: 'table', name: 'things', change: 'renamed', was: 't' }]);
      expect(set.tables).toEqual([]);
    }
  });

  it('tells a column of another type, and rows whose values that made others', () => {
    const set = changes(
      "CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT); INSERT INTO t VALUES (1, '1'), (2, 'x')",
      `CREATE TABLE new (id INTEGER PRIMARY KEY, a INTEGER); INSERT INTO new SELECT * FROM t; DROP TABLE t;
       ALTER TABLE new RENAME TO t`,
    );
    expect(set.schema[0]?.columns).toEqual([{ name: 'a', change: 'changed', was: null }]);
    expect(rows(set)).toEqual([['i1', 'updated', [1, '1'], [1, 1]]]);
  });

  it('tells tables that came and went with their rows; views, indexes and triggers by their SQL', () => {
    const set = changes(
      `${SEED}; CREATE VIEW v AS SELECT 1; CREATE INDEX i ON t (a)`,
      `DROP TABLE t; DROP VIEW v; CREATE VIEW v AS SELECT 2; CREATE TABLE u (x); INSERT INTO u VALUES (7);
       CREATE TRIGGER w AFTER INSERT ON u BEGIN SELECT 1; END`,
    );
    expect(set.schema.map(({ type, name, change }) => [type, name, change])).toEqual([
      ['table', 't', 'removed'],
      ['table', 'u', 'added'],
      ['view', 'v', 'changed'],
      ['index', 'i', 'removed'],
      ['trigger', 'w', 'added'],
    ]);
    expect(set.tables.map(({ name, inserted, deleted }) => [name, inserted, deleted])).toEqual([
      ['t', 0, 2],
      ['u', 1, 0],
    ]);
  });

  it('leaves SQLite’s own tables out: sequences, statistics, full-text indexes', () => {
    const set = changes(
      'CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a); CREATE VIRTUAL TABLE f USING fts5(body)',
      "INSERT INTO t (a) VALUES (1); INSERT INTO f VALUES ('words'); CREATE INDEX i ON t (a); ANALYZE",
    );
    expect(set.tables.map(({ name }) => name)).toEqual(['f_content', 't']);
  });
});

describe('what belongs to changes', () => {
  const SHOP = `
    CREATE TABLE people (id INTEGER PRIMARY KEY, email TEXT, name TEXT);
    CREATE TABLE jobs (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people ON DELETE CASCADE,
      status TEXT CHECK (status IN ('open', 'done')), due_date TEXT, updated_at TEXT, placed_on DATE DEFAULT CURRENT_DATE);
    CREATE TABLE log (what TEXT);
    CREATE TRIGGER noted AFTER DELETE ON people BEGIN INSERT INTO log VALUES (old.name); END;
    INSERT INTO people VALUES (1, 'a@x', 'Ann'), (2, 'b@x', 'Bob');
    INSERT INTO jobs (id, person_id, status) VALUES (1, 1, 'open'), (2, 2, 'open')`;

  it('shows what triggers and cascades did as rows', () => {
    const set = changes(SHOP, 'DELETE FROM people WHERE id = 1');
    expect(set.tables.map(({ name, inserted, deleted }) => [name, inserted, deleted])).toEqual([
      ['jobs', 0, 1],
      ['log', 1, 0],
      ['people', 0, 1],
    ]);
    expect(set.labels).toEqual({ people: { 1: 'Ann' } });
    expect(set.brokenReferences).toEqual([]);
  });

  it('names rows that an updated row pointed and points to', () => {
    const set = changes(SHOP, 'UPDATE jobs SET person_id = 2 WHERE id = 1');
    expect(set.labels).toEqual({ people: { 1: 'Ann', 2: 'Bob' } });
  });

  it('lists references that this broke, not those that were broken before', () => {
    const off = 'PRAGMA foreign_keys = OFF;';
    const set = changes(
      `${SHOP}; ${off} INSERT INTO jobs (id, person_id) VALUES (8, 99)`,
      `${off} DELETE FROM people WHERE id = 2; INSERT INTO jobs (id, person_id) VALUES (9, 77); UPDATE jobs SET status = 'done' WHERE id = 8`,
    );
    expect(set.brokenReferences).toEqual([
      { table: 'jobs', key: 'i9', column: 'person_id', references: 'people' },
      { table: 'jobs', key: 'i2', column: 'person_id', references: 'people' },
    ]);
  });

  it('tells columns’ allowed values and which hold the row’s own times', () => {
    const set = changes(SHOP, "UPDATE jobs SET status = 'done'");
    const columns = set.tables[0]?.columns ?? [];
    expect(columns.find(({ name }) => name === 'status')?.allowed).toEqual(['open', 'done']);
    expect(columns.filter(({ rowTimestamp }) => rowTimestamp).map(({ name }) => name)).toEqual([
      'updated_at',
      'placed_on',
    ]);
  });

  it('gives rows page by page', () => {
    const many =
      'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) INSERT INTO t SELECT i FROM n';
    const first = changes('CREATE TABLE t (a); CREATE TABLE u (a)', `${many}; INSERT INTO u VALUES (1)`);
    expect(first.tables.map(({ rows: shown, nextOffset }) => [shown.length, nextOffset])).toEqual([
      [100, 100],
      [1, null],
    ]);
    const last = changes('CREATE TABLE t (a); CREATE TABLE u (a)', many, {
      table: 't',
      offset: 200,
      limit: 100,
    } as never);
    expect(last.tables[0]?.rows[0]?.key).toBe('#201');
    expect(last.tables[0]).toMatchObject({ inserted: 250, nextOffset: null });
  });
});

describe('files', () => {
  it('may be empty, before and after', () => {
    const none = new State(Buffer.alloc(0));
    expect(changeSet(none, none, PAGE)).toMatchObject({ inserted: 0, tables: [], schema: [] });
    using db = new DisposableDatabase();
    db.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1)');
    const state = new State(db.serialize());
    expect(changeSet(none, state, PAGE)).toMatchObject({ inserted: 1, schema: [{ change: 'added' }] });
    expect(changeSet(state, none, PAGE)).toMatchObject({ deleted: 1, untouchedTables: 0 });
    expect(tableInfos(none)).toEqual([]);
  });

  it('that are encrypted or garbage are refused', () => {
    expect(() => new State(Buffer.alloc(8192, 7))).toThrow('not a SQLite database');
    expect(() => new State(Buffer.from('short'))).toThrow('not a SQLite database');
  });
});
