import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeFrame } from './frames.ts';
import { runQuery } from './query-run.ts';
import { notesApp } from './testing/app.ts';
import { createTestHost, openTestSession, type TestHost } from './testing/test-host.ts';
import type { QueryRun } from './types.ts';

const ENDLESS = 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n';
/** One step of SQLite's machine that no handler interrupts. */
const DEAF = "SELECT instr(zeroblob(15000000), CAST(zeroblob(7000000) || x'01' AS BLOB))";

let fixture: TestHost;
let dir: string;
let files: Pick<QueryRun, 'database' | 'initial'>;

beforeAll(async () => {
  fixture = await createTestHost();
  dir = await mkdtemp(join(tmpdir(), 'awm-query-'));
  files = { database: join(dir, 'state.db'), initial: join(dir, 'initial.db') };
  for (const [path, names] of [
    [files.database, "('a'), ('b')"],
    [files.initial, "('a')"],
  ] as const) {
    using database = new DatabaseSync(path);
    database.exec(`CREATE TABLE t(id INTEGER PRIMARY KEY, name); INSERT INTO t(name) VALUES ${names}`);
  }
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  await rm(dir, { recursive: true, force: true });
});

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const ask = (sql: string, more: Partial<QueryRun> & { signal?: AbortSignal } = {}) => {
  const { signal, ...rest } = more;
  return fixture.host.query({ ...files, sql, explain: false, ...rest }, signal);
};

describe('queries', () => {
  it('read a state with the seed beside it, quickly', async () => {
    const sql = 'SELECT name AS x, name AS x FROM t EXCEPT SELECT name, name FROM initial.t';
    const expected = { kind: 'rows', columns: ['x', 'x'], rows: [['b', 'b']], truncated: false };
    expect(await ask(sql)).toMatchObject(expected);
    expect(await ask('SELECT * FROM t', { explain: true })).toMatchObject({
      kind: 'plan',
      plan: [{ parent: 0, detail: 'SCAN t' }],
    });
    expect(await ask('DELETE FROM t')).toMatchObject({ kind: 'refused' });
  });

  it('end at their second, whatever they do, and disturb no session', async () => {
    const prepared = await fixture.host.prepare(notesApp());
    const { session } = await openTestSession(fixture, prepared);
    const timed = async (work: () => Promise<unknown>): Promise<number> => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const call = () =>
      timed(async () => {
        expect(await session.call('list_notes', {}, { deadlineMs: 30_000 })).toMatchObject({ kind: 'ok' });
      });
    /** What a call takes while nothing is asked: the machine may be busy by itself. */
    const alone = async (): Promise<number> => {
      const took: number[] = [];
      for (let i = 0; i < 20; i++) took.push(await call());
      return median(took);
    };
    await call();
    const before = await alone();
    const startMs = await timed(() => ask('SELECT 1'));
    const start = performance.now();
    const asked = Promise.all(
      [ENDLESS, DEAF].map(async (sql) => ({
        outcome: await ask(sql),
        tookMs: performance.now() - start,
      })),
    );
    let running = true;
    void asked.finally(() => {
      running = false;
    });
    const calls: number[] = [];
    while (running) calls.push(await call());
    const aloneMs = Math.max(before, await alone());
    for (const { outcome, tookMs } of await asked) {
      expect(outcome.kind).toBe('stopped');
      expect(tookMs).toBeGreaterThanOrEqual(1_000);
      expect(tookMs).toBeLessThan(2_500 + 4 * startMs);
    }
    expect(calls.length).toBeGreaterThan(Math.min(50, 250 / aloneMs));
    expect(median(calls)).toBeLessThan(Math.max(50, 4 * aloneMs));
    await session.close('closed');
    prepared.release();
  });

  it('are refused where too many wait, and end where nobody waits any more', async () => {
    const gone = new AbortController();
    const running = [ask(ENDLESS, { signal: gone.signal }), ask(ENDLESS, { signal: gone.signal })];
    const waiting = Array.from({ length: 16 }, () => ask('SELECT 1'));
    await expect(ask('SELECT 1')).rejects.toMatchObject({ code: 'capacity_reached' });
    gone.abort();
    // At their second they would be answered, as stopped.
    for (const { status } of await Promise.allSettled(running)) expect(status).toBe('rejected');
    for (const outcome of await Promise.all(waiting)) expect(outcome.kind).toBe('rows');
  });
});

/** A peer that says what it likes in place of the runtime's fork. */
async function against(talk: (socket: Socket) => void) {
  const path = join(dir, `peer-${String(Math.random()).slice(2)}.sock`);
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      talk(socket);
    });
  });
  await new Promise<void>((listening) => server.listen(path, listening));
  let killed = false;
  const run: QueryRun = { ...files, sql: 'SELECT 1', explain: false };
  const kill = () => {
    killed = true;
    return Promise.resolve({});
  };
  try {
    const outcome = await runQuery(connect(path), run, kill, undefined).catch((error: unknown) => error);
    return { outcome, killed };
  } finally {
    server.close();
  }
}

describe('a query’s answer', () => {
  const started = encodeFrame({ kind: 'started' });
  const body = (value: unknown) =>
    encodeFrame({ kind: 'outcome' }, Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));

  it.each([
    ['no JSON', 'nonsense'],
    ['another shape', { kind: 'rows', columns: [1], rows: [], truncated: false, ms: 1 }],
    [
      'more rows than asked for',
      { kind: 'rows', columns: [], rows: Array(1_001).fill([]), truncated: false, ms: 1 },
    ],
    ['a cell of no kind', { kind: 'rows', columns: ['a'], rows: [[{ z: 1 }]], truncated: false, ms: 1 }],
  ])('is not taken where it is %s', async (_name, value) => {
    const { outcome, killed } = await against((socket) =>
      socket.write(Buffer.concat([started, body(value)])),
    );
    expect(outcome).toMatchObject({ code: 'runtime_failed' });
    expect(killed).toBe(true);
  });

  it('is not waited for beyond the limit, nor read beyond its size', async () => {
    expect((await against((socket) => socket.write(started))).outcome).toMatchObject({ kind: 'stopped' });
    const large = await against((socket) => socket.write(Buffer.from('7fffffff00000002', 'hex')));
    expect(large).toMatchObject({ outcome: { code: 'runtime_failed' }, killed: true });
    const short = await against((socket) => {
      socket.end(started);
    });
    expect(short.outcome).toEqual({ kind: 'ended' });
  });
});
