import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChangeSet, TablePage, TableQuery, Unavailable } from '../../../lib/contracts/evidence.ts';
import { createStore } from '../index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../testing.ts';
import type { Store } from '../types.ts';

const PAGE = { offset: 0, limit: 100 };
const QUERY: TableQuery = { seq: 0, dir: 'asc', offset: 0, limit: 100 };

function ok<T extends { state: 'ok' }>(answer: T | Unavailable): T {
  if (answer.state !== 'ok') throw new Error(answer.message);
  return answer;
}

describe('recorded states', () => {
  const dir = tempDir();
  let store: Store;

  beforeAll(async () => {
    store = await createStore({ homeDir: join(dir.path, 'home') });
  });

  afterAll(async () => {
    await store[Symbol.asyncDispose]();
    dir[Symbol.dispose]();
  });

  /** Records a database and what each script makes of it. */
  function record(seedSql: string, ...scripts: string[]): string {
    const seed = join(dir.path, `seed-${String(Math.random())}.db`);
    if (seedSql === 'shop') makeSeed(seed, 30);
    else change(seed, seedSql);
    const start = startOn(seed, dir.path);
    const recorder = store.begin(start);
    for (const script of scripts) {
      change(start.dbPath, script);
      recorder.step(stepInput());
    }
    recorder.end('done');
    return start.id;
  }

  async function changes(id: string, from: number, to: number, page = {}): Promise<ChangeSet> {
    return ok(await store.states.changes(id, { from, to, ...PAGE, ...page }));
  }

  async function rows(id: string, table: string, query: Partial<TableQuery> = {}): Promise<TablePage> {
    return ok(await store.states.tableRows(id, table, { ...QUERY, ...query }));
  }

  it('tells inserted, deleted and updated rows by primary key, with labels of what they point to', async () => {
    const id = record(
      'shop',
      `INSERT INTO orders VALUES (11, 3, 'open', NULL, '', '2025-02-01', NULL);
       UPDATE orders SET status = 'done', customer_id = 7 WHERE id = 2;
       DELETE FROM orders WHERE id = 5;`,
    );
    const set = await changes(id, 0, 1);
    expect(set).toMatchObject({
      from: 0,
      to: 1,
      inserted: 1,
      deleted: 1,
      updated: 1,
      schema: [],
      untouchedTables: 3,
    });
    const [orders] = set.tables;
    expect(orders).toMatchObject({
      name: 'orders',
      byRowid: false,
      rowsBefore: 10,
      rowsAfter: 10,
      nextOffset: null,
    });
    expect(orders?.rows).toEqual([
      {
        key: 'i2',
        kind: 'updated',
        before: [2, 2, 'open', '2025-03-01', 'REF-2', '2025-02-01', '2025-02-01'],
        after: [2, 7, 'done', '2025-03-01', 'REF-2', '2025-02-01', '2025-02-01'],
        changed: [1, 2],
      },
      expect.objectContaining({ key: 'i5', kind: 'deleted', after: null, changed: [0, 1, 2, 3, 4, 5, 6] }),
      {
        key: 'i11',
        kind: 'inserted',
        before: null,
        after: [11, 3, 'open', null, '', '2025-02-01', null],
        changed: [0, 1, 2, 3, 4, 5, 6],
      },
    ]);
    expect(set.labels).toEqual({
      customers: { 2: 'Customer 2', 7: 'Customer 7', 5: 'Customer 5', 3: 'Customer 3' },
    });
    const back = await changes(id, 1, 0);
    expect(back).toMatchObject({ inserted: 1, deleted: 1, updated: 1 });
    expect((await changes(id, 1, 1)).tables).toEqual([]);
  });

  it('lists tables with their columns and keys', async () => {
    const id = record('shop', "INSERT INTO customers (name) VALUES ('New')");
    const answer = await store.states.tables(id, 1);
    const tables = answer.state === 'ok' ? answer.tables : [];
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['customers', 21],
      ['order_items', 0],
      ['orders', 10],
      ['products', 30],
    ]);
    expect(tables[0]?.columns.map(({ name, rowTimestamp }) => [name, rowTimestamp])).toEqual([
      ['id', false],
      ['name', false],
      ['created_at', true],
    ]);
    expect(tables[0]?.referencedBy).toEqual([{ table: 'orders', column: 'customer_id', toColumn: 'id' }]);
    expect(tables[2]?.columns[1]?.references).toEqual({ table: 'customers', column: 'id' });
  });

  it('pages, sorts, searches and filters a table', async () => {
    const id = record('shop');
    const page = await rows(id, 'products', { limit: 10, offset: 25 });
    expect(page).toMatchObject({ total: 30, nextOffset: null });
    expect(page.rows.map(({ key }) => key)).toEqual(['i26', 'i27', 'i28', 'i29', 'i30']);
    const sorted = await rows(id, 'products', { sort: 'name', dir: 'desc', limit: 2 });
    expect(sorted.rows.map(({ cells }) => cells[1])).toEqual(['Product 9', 'Product 8']);
    expect((await rows(id, 'products', { search: 'PRODUCT 1' })).total).toBe(11);
    const found = await rows(id, 'orders', { column: 'customer_id', value: '4' });
    expect(found).toMatchObject({ total: 1, labels: { customers: { 4: 'Customer 4' } } });
    await expect(rows(id, 'nothing')).rejects.toMatchObject({ code: 'not_found' });
    await expect(rows(id, 'orders', { sort: 'nothing' })).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('tells which step wrote what to a row, and one cell in full', async () => {
    const id = record(
      'shop',
      "UPDATE orders SET status = 'paid' WHERE id = 3",
      'UPDATE customers SET name = name',
      `UPDATE orders SET status = 'sent', reference = '${'x'.repeat(5000)}' WHERE id = 3`,
      'DELETE FROM orders WHERE id = 3',
    );
    const history = await store.states.rowHistory(id, { table: 'orders', key: 'i3', to: 4 });
    expect(history.entries.map(({ seq, change: kind }) => [seq, kind])).toEqual([
      [0, 'seed'],
      [1, 'updated'],
      [3, 'updated'],
      [4, 'deleted'],
    ]);
    expect(history.entries[1]?.cells).toEqual([{ column: 'status', was: 'open', now: 'paid' }]);
    const cell = await store.states.cell(id, { table: 'orders', key: 'i3', column: 'reference', seq: 3 });
    expect(cell).toEqual({ kind: 'text', text: 'x'.repeat(5000), complete: true });
  });

  it('follows a row through renames of its table, by a key that is text', async () => {
    const id = record(
      "CREATE TABLE t (code TEXT PRIMARY KEY, n INT); INSERT INTO t VALUES ('a', 1), ('b', 2)",
      "UPDATE t SET n = 5 WHERE code = 'b'",
      'ALTER TABLE t RENAME TO things',
      "UPDATE things SET n = 6; DELETE FROM things WHERE code = 'a'",
      "INSERT INTO things VALUES ('c', 7)",
    );
    const history = await store.states.rowHistory(id, { table: 'things', key: 'tb', to: 4 });
    expect(history).toMatchObject({ columns: ['code', 'n'], skipped: [] });
    expect(history.entries.map(({ seq, change: kind }) => [seq, kind])).toEqual([
      [0, 'seed'],
      [1, 'updated'],
      [3, 'updated'],
    ]);
    const gone = await store.states.rowHistory(id, { table: 'things', key: 'ta', to: 4 });
    expect(gone.entries.at(-1)).toMatchObject({ seq: 3, change: 'deleted' });
    const fresh = await store.states.rowHistory(id, { table: 'things', key: 'tc', to: 4 });
    expect(fresh.entries).toMatchObject([{ seq: 4, change: 'inserted' }]);
    await expect(store.states.rowHistory(id, { table: 'things', key: 'tz', to: 4 })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('refuses what only SQL shows, and reads a file that belongs to no episode', async () => {
    const id = record(
      'CREATE TABLE t (a); CREATE VIEW v AS SELECT * FROM t; INSERT INTO t VALUES (1.0), (1)',
    );
    await expect(rows(id, 'v')).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('Use SQL') as unknown,
    });
    expect((await rows(id, 't', { column: 'a', value: '1' })).total).toBe(2);
    const seed = join(dir.path, 'file.db');
    makeSeed(seed, 5);
    expect(await store.states.fileTables(seed)).toMatchObject({ state: 'ok' });
    expect(ok(await store.states.fileRows(seed, 'products', QUERY)).total).toBe(5);
    expect(await store.states.fileTables(join(dir.path, 'none.db'))).toMatchObject({ code: 'unreadable' });
  });
});
