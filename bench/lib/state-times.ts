import { join } from 'node:path';
import { createStore } from '../../server/store/index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../../server/store/testing.ts';
import type { Store } from '../../server/store/types.ts';

export interface StateTime {
  readonly what: string;
  readonly firstMs: number;
  readonly againMs: number;
  /** What is asked of it, where something is. */
  readonly limitMs: number | null;
}

const ROWS = 100_000;
const PAGE = { offset: 0, limit: 100 };

const BIG = `
  CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE events (id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES people (id), kind TEXT, amount REAL, note TEXT);
  CREATE TABLE tickets (code TEXT PRIMARY KEY, event_id INTEGER REFERENCES events (id), state TEXT);
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)
    INSERT INTO people SELECT i, 'Person ' || i FROM n;
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO events SELECT i, 1 + i % 1000, 'open', i * 0.5, 'note of event ' || i FROM n;
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
    INSERT INTO tickets SELECT printf('T-%08x', i * 7919), i, 'new' FROM n;`;

/**
 * What reading recorded states costs, from question to answer: rebuilt, compared and read in the worker. `first`: nothing
 * of it is in memory but the thread; `again`: the same question, answered from memory.
 */
export async function stateTimes(): Promise<StateTime[]> {
  using dir = tempDir('bench-states-');
  const seed = join(dir.path, 'seed.db');
  const big = join(dir.path, 'big.db');
  makeSeed(seed);
  change(big, BIG);
  await using store = await createStore({ homeDir: join(dir.path, 'home') });
  const small = record(store, dir.path, seed, [
    "UPDATE orders SET status = 'done' WHERE id = 3",
    ...Array.from(
      { length: 60 },
      (_, i) => `UPDATE orders SET reference = 'r${i}' WHERE id = ${1 + (i % 4)}`,
    ),
  ]);
  const large = record(store, dir.path, big, [
    'UPDATE events SET amount = amount + 1 WHERE id = 77777',
    'UPDATE events SET amount = amount + 1 WHERE id % 2 = 0',
    "UPDATE tickets SET state = 'used' WHERE event_id % 2 = 0",
    'PRAGMA foreign_keys = OFF; DELETE FROM events WHERE id > 50000',
  ]);
  const { states } = store;
  const rows = (query: object) =>
    states.tableRows(large, 'events', { seq: 0, dir: 'asc', ...PAGE, ...query });
  const changes = (id: string, from: number, to: number) => states.changes(id, { from, to, ...PAGE });
  // The thread starts with the first question.
  await states.tables(small, 0);
  const times: StateTime[] = [];
  const time = async (what: string, limitMs: number | null, ask: () => Promise<unknown>) => {
    const [first, again] = [await measure(ask), await measure(ask)];
    times.push({ what, firstMs: first, againMs: again, limitMs });
  };
  await time('one row of a 400 KB database', null, () => changes(small, 0, 1));
  await time('one row’s history over 61 steps', null, () =>
    states.rowHistory(small, { table: 'orders', key: 'i3', to: 61 }),
  );
  await time('one row of a table of 100,000', null, () => changes(large, 0, 1));
  await time('50,000 rows updated', 200, () => changes(large, 1, 2));
  await time('50,000 rows updated, text keys', 200, () => changes(large, 2, 3));
  await time('50,000 rows deleted that others point to', 200, () => changes(large, 3, 4));
  await time('a page of 100,000 rows', null, () => rows({ offset: 70_000 }));
  await time('the same sorted by a column', null, () => rows({ sort: 'note', offset: 70_000 }));
  await time('the same searched', null, () => rows({ search: 'event 9999' }));
  await time('the same by a foreign key', null, () => rows({ column: 'person_id', value: '12' }));
  return times;
}

function record(store: Store, dir: string, seed: string, scripts: readonly string[]): string {
  const start = startOn(seed, dir);
  const recorder = store.begin(start);
  for (const script of scripts) {
    change(start.dbPath, script);
    const { problem } = recorder.step(stepInput());
    if (problem !== null) throw new Error(problem.message);
  }
  recorder.end('done');
  return start.id;
}

async function measure(ask: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await ask();
  return performance.now() - before;
}
