import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from './testing.ts';
import type { EpisodeStart, Store } from './types.ts';

const DAY = 86_400_000;

/** One call: what the client sent, and what the app then does to the database at that moment. */
interface Call {
  readonly args?: Record<string, unknown>;
  readonly run: (db: Database.Database, nowMs: number) => void;
}

/** Times as SQLAlchemy writes them. */
const stamp = (ms: number) => new Date(ms).toISOString().replace('T', ' ').replace('Z', '123');
const seconds = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
const date = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Letters alone (one in 2,500) would be a word, which is kept. */
const code = () => `ORD-7${randomBytes(4).toString('hex').slice(1)}`;

const order = (over: { due?: string; status?: string; reference?: string; id?: number } = {}): Call => ({
  args: { customer_id: 3, due_date: over.due ?? '2026-12-24', status: over.status ?? 'open' },
  run: (db, now) =>
    db
      .prepare(
        'INSERT INTO orders (id, customer_id, status, due_date, reference, created_at, updated_at) VALUES (?, 3, ?, ?, ?, ?, ?)',
      )
      .run(
        over.id ?? null,
        over.status ?? 'open',
        over.due ?? '2026-12-24',
        over.reference ?? code(),
        stamp(now),
        seconds(now),
      ),
});
const item = (product: number, quantity = 1): Call => ({
  args: { product_id: product, quantity },
  run: (db) =>
    db
      .prepare(
        'INSERT INTO order_items (order_id, product_id, quantity) VALUES ((SELECT max(id) FROM orders), ?, ?)',
      )
      .run(product, quantity),
});

describe('normalised hashes', () => {
  let dir: ReturnType<typeof tempDir>;
  let store: Store;
  let seed: string;
  const problems: unknown[] = [];

  beforeEach(async () => {
    dir = tempDir();
    seed = join(dir.path, 'seed.db');
    makeSeed(seed, 50);
    store = await createStore({
      homeDir: join(dir.path, 'home'),
      onProblem: (message, error) => problems.push([message, error]),
    });
    problems.length = 0;
  });

  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    expect(problems).toEqual([]);
    dir[Symbol.dispose]();
  });

  /** Plays the calls, the first one at `atMs`, the others seconds apart; returns the states' normalised hashes. */
  async function play(
    calls: readonly Call[],
    options: { atMs?: number; seedFile?: string } = {},
  ): Promise<(string | null)[]> {
    const start = startOn(options.seedFile ?? seed, dir.path);
    await record(start, calls, options.atMs ?? Date.now());
    const steps = store.steps(start.id);
    expect(store.episode(start.id)?.finalNormalised).toBe(steps.at(-1)?.normalisedAfter);
    expect(steps.map((step) => step.normalisedProblem)).toEqual(steps.map(() => null));
    return steps.map((step) => step.normalisedAfter);
  }

  async function record(start: EpisodeStart, calls: readonly Call[], atMs: number): Promise<void> {
    const recorder = store.begin(start);
    calls.forEach(({ args, run }, i) => {
      const startedAtMs = atMs + i * 1700;
      const db = new Database(start.dbPath);
      run(db, startedAtMs + 3);
      db.close();
      recorder.step(stepInput({ argumentsJson: JSON.stringify(args ?? {}), startedAtMs, durationMs: 8 }));
    });
    recorder.end('done');
    await store.settled();
  }

  it('are equal for equal runs at different times, at every step', async () => {
    const calls = [order(), item(4), item(5, 2), order({ status: 'paid' }), item(1)];
    const runs = [
      await play(calls),
      await play(calls, { atMs: Date.now() + 7.3 * DAY }),
      await play(calls, { atMs: Date.now() - 400.7 * DAY }),
    ];
    expect(new Set(runs.map((run) => run.join())).size).toBe(1);
    expect(new Set(runs[0]).size).toBe(calls.length);
    expect(runs[0]).not.toContain(null);
  });

  it('differ where a business date, a value or the product differs', async () => {
    const runs = [
      await play([order(), item(4)]),
      await play([order({ due: '2026-12-25' }), item(4)]),
      await play([order({ status: 'paid' }), item(4)]),
      await play([order(), item(5)]),
      await play([order(), item(4, 2)]),
      await play([order(), item(4), item(4)]),
    ];
    expect(new Set(runs.map((run) => run.at(-1))).size).toBe(runs.length);
  });

  it('differ by business date even where one of the dates is today', async () => {
    const now = Date.now();
    const due = [0, 1, 7].map((days) => date(now + days * DAY));
    const runs = [];
    for (const day of due) runs.push((await play([order({ due: day })], { atMs: now }))[0]);
    expect(new Set(runs).size).toBe(3);
    expect((await play([order({ due: due[0] ?? '' })], { atMs: now + DAY }))[0]).toBe(runs[0]);
  });

  it('do not hang on the numbers that new rows got', async () => {
    const gap: Call = {
      run: (db) =>
        db.exec(
          "INSERT INTO orders VALUES (900, 1, 'x', '', '', '', ''); DELETE FROM orders WHERE id = 900; INSERT INTO products (name) VALUES ('gone'); DELETE FROM products WHERE name = 'gone'",
        ),
    };
    const product: Call = { run: (db) => db.exec("INSERT INTO products (name, price) VALUES ('Lamp', 9.5)") };
    const sold: Call = {
      run: (db) =>
        db.exec(
          "INSERT INTO order_items (order_id, product_id, quantity) SELECT 1, id, 2 FROM products WHERE name = 'Lamp'",
        ),
    };
    const plain = await play([product, sold]);
    const shifted = await play([gap, product, sold]);
    expect(shifted.at(-1)).toBe(plain.at(-1));
  });

  it('do not hang on the order in which rows were added', async () => {
    const a = [order({ due: '2027-01-01' }), item(4), item(5)];
    const b = [order({ due: '2027-02-02' }), item(6)];
    const one = await play([...a, ...b]);
    const two = await play([...b, ...a]);
    expect(two.at(-1)).toBe(one.at(-1));
    const crossed = await play([
      order({ due: '2027-01-01' }),
      item(4),
      order({ due: '2027-02-02' }),
      item(5),
      item(6),
    ]);
    expect(crossed.at(-1)).not.toBe(one.at(-1));
  });

  it('tell which of two equal rows a reference names', async () => {
    const twins = [order({ reference: 'twin' }), order({ reference: 'twin' })];
    const pair = (first: number, second: number): Call => ({
      run: (db) =>
        db.exec(
          `INSERT INTO order_items (order_id, product_id, quantity) VALUES (${first}, 1, 1), (${second}, 2, 1)`,
        ),
    });
    const together = await play([...twins, pair(11, 11)]);
    const apart = await play([...twins, pair(11, 12)]);
    expect(together.at(-1)).not.toBe(apart.at(-1));
  });

  it('come back to an earlier state when the database does', async () => {
    const pay: Call = { run: (db) => db.exec("UPDATE orders SET status = 'paid' WHERE id = 2") };
    const unpay: Call = { run: (db) => db.exec("UPDATE orders SET status = 'open' WHERE id = 2") };
    const remove: Call = {
      run: (db) => db.exec('DELETE FROM order_items; DELETE FROM orders WHERE id > 10'),
    };
    const hashes = await play([{ run: () => undefined }, pay, unpay, order(), item(3), remove]);
    expect(hashes[2]).toBe(hashes[0]);
    expect(hashes[5]).toBe(hashes[0]);
    expect(hashes[1]).not.toBe(hashes[0]);
  });

  it('follow generated keys and codes that the client sends back', async () => {
    const run = async (atMs: number) => {
      const id = randomUUID();
      const code = `TXN-${randomBytes(6).toString('hex').toUpperCase()}`;
      return play(
        [
          {
            run: (db) =>
              db.exec(
                'CREATE TABLE payments (id TEXT PRIMARY KEY, code TEXT, meta TEXT, at REAL); CREATE TABLE refunds (payment_id TEXT, note TEXT)',
              ),
          },
          {
            args: { amount: 5 },
            run: (db, now) =>
              db.prepare('INSERT INTO payments VALUES (?, ?, ?, ?)').run(
                id,
                code,
                JSON.stringify({
                  made: new Date(now).toISOString(),
                  expires: Math.floor(now / 1000) + 3600,
                }),
                now / 1000,
              ),
          },
          {
            args: { payment_id: id, note: `refund of ${code}` },
            run: (db) => db.prepare('INSERT INTO refunds VALUES (?, ?)').run(id, `refund of ${code}`),
          },
          {
            args: { payment_id: id },
            run: (db, now) => {
              const meta = JSON.parse(
                String(db.prepare('SELECT meta FROM payments').pluck().get()),
              ) as object;
              db.prepare('UPDATE payments SET meta = ?').run(
                JSON.stringify({ ...meta, refunded: stamp(now) }),
              );
            },
          },
        ],
        { atMs },
      );
    };
    const one = await run(Date.now());
    expect(await run(Date.now() + 12.34 * DAY)).toEqual(one);
    expect(new Set(one).size).toBe(4);
  });

  it('do not hang on when a seed that reads the clock was built', async () => {
    const built = [0, 3.21].map((days, i) => {
      const file = join(dir.path, `seed-${i}.db`);
      makeSeed(file, 20);
      change(file, `UPDATE orders SET created_at = datetime('now', '-${days} days', '-' || id || ' days')`);
      return file;
    });
    const touch: Call = {
      run: (db, now) =>
        db.prepare("UPDATE orders SET status = 'late', updated_at = ? WHERE id < 4").run(stamp(now)),
    };
    const one = await play([touch, order()], { seedFile: built[0] });
    expect(await play([touch, order()], { seedFile: built[1] })).toEqual(one);
  });

  it('say which tables a step touched', async () => {
    const start = startOn(seed, dir.path);
    await record(
      start,
      [
        order(),
        item(1),
        { run: () => undefined },
        { run: (db) => db.exec('DELETE FROM order_items; DELETE FROM orders') },
      ],
      Date.now(),
    );
    expect(store.steps(start.id).map((step) => step.tablesTouched)).toEqual([
      ['orders'],
      ['order_items'],
      [],
      ['order_items', 'orders'],
    ]);
  });

  it('are null with the reason for what is no database, and go on after it', async () => {
    const start = startOn(seed, dir.path);
    const good = readFileSync(start.dbPath);
    const recorder = store.begin(start);
    writeFileSync(start.dbPath, 'garbage '.repeat(1000));
    recorder.step(stepInput());
    recorder.step(stepInput());
    writeFileSync(start.dbPath, good);
    change(start.dbPath, "UPDATE orders SET status = 'paid'");
    recorder.step(stepInput());
    await store.settled();
    const [broken, same, whole] = store.steps(start.id);
    expect(broken).toMatchObject({
      normalisedAfter: null,
      normalisedProblem: 'file is not a database',
      wrote: true,
    });
    expect(same).toMatchObject({ normalisedAfter: null, wrote: false });
    const pay: Call = { run: (db) => db.exec("UPDATE orders SET status = 'paid'") };
    expect(whole).toMatchObject({ normalisedAfter: (await play([pay]))[0], tablesTouched: ['orders'] });
  });

  it('that the disk did not take are computed again, without a restart', async () => {
    await store[Symbol.asyncDispose]();
    const homeDir = join(dir.path, 'home');
    const told: string[] = [];
    store = await createStore({ homeDir, retryAfterMs: 20, onProblem: (message) => told.push(message) });
    const catalog = new Database(join(homeDir, 'catalog.db'));
    try {
      catalog.exec(
        "CREATE TRIGGER full BEFORE UPDATE OF normal_state ON steps BEGIN SELECT RAISE(ABORT, 'full'); END",
      );
      const start = startOn(seed, dir.path);
      await record(start, [item(1), item(2)], Date.now());
      expect(store.steps(start.id).map((step) => step.normalisedAfter)).toEqual([null, null]);
      expect(told[0]).toMatch(/could not be saved/);
      catalog.exec('DROP TRIGGER full');
      const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
      await expect
        .poll(() => store.steps(start.id).map((step) => step.normalisedAfter))
        .toEqual([hash, hash]);
    } finally {
      catalog.close();
    }
  });

  it('are taken up after a restart', async () => {
    const start = startOn(seed, dir.path);
    const recorder = store.begin(start);
    change(start.dbPath, "UPDATE orders SET status = 'paid'");
    recorder.step(stepInput());
    await store[Symbol.asyncDispose]();
    store = await createStore({ homeDir: join(dir.path, 'home') });
    await store.settled();
    expect(store.steps(start.id)[0]).toMatchObject({
      tablesTouched: ['orders'],
      normalisedAfter: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown,
    });
  });
});
