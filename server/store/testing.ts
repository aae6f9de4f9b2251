import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { EpisodeStart, StepInput } from './types.ts';

/** A folder that is gone after `using`. */
export function tempDir(prefix = 'studio-store-'): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), prefix));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** A shop's database, ~`kib` KiB, as a scenario's seed leaves it. */
export function makeSeed(path: string, kib = 400): void {
  const db = new Database(path);
  db.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, created_at DATETIME DEFAULT CURRENT_TIMESTAMP);
    CREATE TABLE products (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT, price REAL, notes TEXT);
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id), status TEXT NOT NULL,
      due_date TEXT, reference TEXT, created_at DATETIME, updated_at DATETIME);
    CREATE TABLE order_items (
      id INTEGER PRIMARY KEY, order_id INTEGER NOT NULL REFERENCES orders (id),
      product_id INTEGER NOT NULL REFERENCES products (id), quantity INTEGER NOT NULL);
    CREATE INDEX orders_by_customer ON orders (customer_id);`);
  db.transaction(() => {
    for (let i = 1; i <= 20; i++)
      db.prepare('INSERT INTO customers (id, name) VALUES (?, ?)').run(i, `Customer ${i}`);
    const product = db.prepare('INSERT INTO products (name, price, notes) VALUES (?, ?, ?)');
    for (let i = 1; i <= kib; i++)
      product.run(`Product ${i}`, i * 1.5, `note ${i} `.repeat(100).slice(0, 900));
    const order = db.prepare(
      "INSERT INTO orders VALUES (?, ?, 'open', '2025-03-01', ?, '2025-02-01', '2025-02-01')",
    );
    for (let i = 1; i <= 10; i++) order.run(i, i, `REF-${i}`);
  })();
  db.close();
}

/** An episode's start on a fresh copy of the seed. */
export function startOn(seed: string, dir: string, over: Partial<EpisodeStart> = {}): EpisodeStart {
  const id = randomBytes(16).toString('hex');
  const dbPath = join(dir, `${id}.db`);
  copyFileSync(seed, dbPath);
  return {
    id,
    clientEpisodeId: null,
    sessionId: 'session',
    scenario: 'shop',
    pack: 'starter',
    scenarioHash: 'a'.repeat(64),
    taskIdx: 0,
    task: 'Order something',
    actor: 'agent',
    transport: 'openenv',
    run: {},
    policy: 'full',
    baseline: false,
    options: {},
    initialDb: seed,
    dbPath,
    startedAtMs: Date.now(),
    ...over,
  };
}

export function stepInput(over: Partial<StepInput> = {}): StepInput {
  return {
    kind: 'call_tool',
    toolName: 'create_order',
    argumentsJson: '{}',
    clientMetadata: undefined,
    observationJson: '{"tool_result":"ok"}',
    rewardType: 'tool_call_ok',
    reward: 0,
    httpMethod: 'POST',
    httpRoute: '/orders',
    httpStatus: 200,
    startedAtMs: Date.now(),
    durationMs: 2,
    runtimeMs: 1,
    logStart: 0,
    logEnd: 0,
    logText: null,
    mayWrite: true,
    ...over,
  };
}

/** Runs SQL on a session's database as its app would. */
export function change(dbPath: string, sql: string): void {
  const db = new Database(dbPath);
  try {
    db.exec(sql);
  } finally {
    db.close();
  }
}
