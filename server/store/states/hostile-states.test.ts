import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../lib/contracts/errors.ts';
import { createStore } from '../index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../testing.ts';
import { changeSet } from './change-set.ts';
import { UnreadableState } from './sqlite-file.ts';
import { State } from './state.ts';
import { StateWorkers } from './state-workers.ts';
import { tableInfos } from './table-infos.ts';
import { tablePage } from './table-page.ts';
import { Chance } from './testing/random-database.ts';

const PAGE = { table: undefined, offset: 0, limit: 100 };
const QUERY = { seq: 0, dir: 'asc', offset: 0, limit: 100, sort: 'name', search: 'x' } as const;

function seedBytes(kib: number): Buffer {
  using dir = tempDir();
  const path = join(dir.path, 'seed.db');
  makeSeed(path, kib);
  return readFileSync(path);
}

function serialized(sql: string): Buffer {
  const db = new Database(':memory:');
  try {
    db.exec(sql);
    return db.serialize();
  } finally {
    db.close();
  }
}

describe('files that untrusted code wrote', () => {
  it('with any bytes broken are answered or refused, in bounded time', () => {
    const good = seedBytes(30);
    const chance = new Chance(7);
    const began = performance.now();
    let refused = 0;
    for (let round = 0; round < 600; round++) {
      const file = Buffer.from(good);
      for (let i = 0; i < 6; i++) {
        // Headers and cell pointers of the pages are where it hurts.
        const at = chance.below(file.length / 4096) * 4096 + chance.below(chance.below(2) === 0 ? 24 : 4096);
        file[at] = chance.below(256);
      }
      try {
        const [before, after] = [new State(good), new State(file)];
        changeSet(before, after, PAGE);
        for (const { name, kind } of tableInfos(after))
          if (kind === 'table') tablePage(after, name, { ...QUERY, sort: undefined });
      } catch (error) {
        refused++;
        expect(error instanceof UnreadableState || error instanceof RangeError, String(error)).toBe(true);
      }
    }
    expect(refused).toBeGreaterThan(20);
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  it('whose tree points back to itself are refused at once', () => {
    const file = serialized(
      'CREATE TABLE t (a); WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) INSERT INTO t SELECT i FROM n',
    );
    // The table's root names itself as its last child.
    const root = (2 - 1) * 4096;
    expect(file[root]).toBe(5);
    file.writeUInt32BE(2, root + 8);
    expect(() => new State(file).tables()[0]?.count()).toThrow('used twice');
    expect(() => new State(file).tables()[0]?.find(10n ** 9n)).toThrow('has no end');
  });

  it('whose definition would run for ever when created, or is none, are refused', () => {
    const file = serialized(
      'CREATE TABLE t (aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)',
    );
    const sql = Buffer.from('CREATE TABLE t (');
    const at = file.indexOf(sql);
    const length = file.indexOf(')', at) + 1 - at;
    for (const hostile of [
      'CREATE TABLE t AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c',
      'DROP TABLE t',
      'SELECT 1',
    ]) {
      const copy = Buffer.from(file);
      copy.write(hostile.padEnd(length).slice(0, length), at, 'latin1');
      expect(() => new State(copy).tables(), hostile).toThrow(UnreadableState);
    }
  });

  it('in which a text claims to be longer than the file are refused', () => {
    const file = serialized("CREATE TABLE t (a); INSERT INTO t VALUES ('abc')");
    const cell = file.indexOf('abc') - 4;
    file.set([0xff, 0xff, 0xff, 0x7f], cell);
    expect(() =>
      new State(file)
        .tables()[0]
        ?.cells()
        .map((at) => new State(file).tables()[0]?.row(at)),
    ).toThrow(UnreadableState);
  });
});

describe('the threads that read states', () => {
  async function withStore(play: (homeDir: string, hash: string) => Promise<void>): Promise<void> {
    using dir = tempDir();
    const seed = join(dir.path, 'seed.db');
    makeSeed(seed, 400);
    const homeDir = join(dir.path, 'home');
    await using store = await createStore({ homeDir });
    const start = startOn(seed, dir.path);
    store.begin(start).end('done');
    await play(homeDir, store.episode(start.id)?.initialHash ?? '');
  }

  it('answer late questions with deadline_exceeded and go on in a new thread', async () => {
    await withStore(async (homeDir, hash) => {
      await using hasty = new StateWorkers({ homeDir, deadlineMs: 1 });
      const of = { hash };
      await expect(hasty.run({ kind: 'tables', of })).rejects.toMatchObject({ code: 'deadline_exceeded' });
      await expect(hasty.run({ kind: 'tables', of })).rejects.toMatchObject({ code: 'deadline_exceeded' });
      await using patient = new StateWorkers({ homeDir, deadlineMs: 60_000 });
      expect(await patient.run({ kind: 'tables', of })).toMatchObject({ kind: 'value' });
    });
  });

  it('hold a bounded queue, give up what is withdrawn, and end what waits when closed', async () => {
    await withStore(async (homeDir, hash) => {
      const workers = new StateWorkers({ homeDir, queue: 1, deadlineMs: 60_000 });
      const ask = (signal?: AbortSignal) => workers.run({ kind: 'tables', of: { hash } }, signal);
      const stop = new AbortController();
      const running = [ask(), ask()];
      const waiting = ask(stop.signal);
      await expect(ask()).rejects.toMatchObject({ code: 'capacity_reached' });
      stop.abort(new Error('left'));
      await expect(waiting).rejects.toThrow('left');
      expect(await Promise.all(running)).toMatchObject([{ kind: 'value' }, { kind: 'value' }]);
      const late = [ask(), ask(), ask()].map((answer) => answer.catch((error: unknown) => error));
      await workers[Symbol.asyncDispose]();
      for (const answer of await Promise.all(late)) expect(answer).toBeInstanceOf(AppError);
      await expect(ask()).rejects.toMatchObject({ code: 'conflict' });
    });
  });

  it('are one that is warm before anybody asks, and none once closed', async () => {
    using dir = tempDir();
    // Closed, so that no thread of its own is counted.
    await (await createStore({ homeDir: dir.path }))[Symbol.asyncDispose]();
    let started = 0;
    const count = () => (started += 1);
    process.on('worker', count);
    const workers = new StateWorkers({ homeDir: dir.path, deadlineMs: 60_000 });
    workers.warm();
    workers.warm();
    expect(await workers.run({ kind: 'task_stats' })).toMatchObject({ kind: 'value' });
    await workers[Symbol.asyncDispose]();
    workers.warm();
    await setImmediate();
    process.off('worker', count);
    expect(started).toBe(1);
  });

  it('are replaced when one dies', async () => {
    await withStore(async (_, hash) => {
      await using broken = new StateWorkers({ homeDir: '/nowhere', deadlineMs: 60_000 });
      for (let i = 0; i < 3; i++)
        await expect(broken.run({ kind: 'tables', of: { hash } })).rejects.toMatchObject({
          code: 'internal',
        });
    });
  });
});

describe('states that are not there', () => {
  it('say whether they were never recorded, are too large or are not kept', async () => {
    using dir = tempDir();
    const seed = join(dir.path, 'seed.db');
    makeSeed(seed, 30);
    await using store = await createStore({ homeDir: join(dir.path, 'home'), maxDatabaseBytes: 1 << 20 });
    const start = startOn(seed, dir.path, { policy: 'calls' });
    const recorder = store.begin(start);
    change(start.dbPath, "UPDATE orders SET status = 'done'");
    recorder.step(stepInput());
    change(start.dbPath, 'CREATE TABLE big (a); INSERT INTO big VALUES (zeroblob(2000000))');
    recorder.step(stepInput());
    recorder.step(stepInput({ kind: 'verify', mayWrite: false }));
    const { states } = store;
    for (const seq of [2, 3])
      expect(await states.tables(start.id, seq)).toMatchObject({ state: 'unavailable', code: 'too_large' });
    expect(await states.tables(start.id, 1)).toMatchObject({ state: 'ok' });
    const history = await states.rowHistory(start.id, { table: 'orders', key: 'i1', to: 3 });
    expect(history).toMatchObject({ skipped: [2], entries: [{ seq: 0 }, { seq: 1, change: 'updated' }] });
    recorder.end('done');
    const other = startOn(seed, dir.path, { policy: 'calls' });
    const unread = store.begin(other);
    change(other.dbPath, "UPDATE orders SET status = 'lost'");
    unread.step(stepInput());
    unread.end('done');
    await store.settled();
    const gone = await states.changes(other.id, { from: 0, to: 1, offset: 0, limit: 50 });
    expect(gone).toMatchObject({ state: 'unavailable', code: 'not_kept' });
    expect(await states.rowHistory(other.id, { table: 'orders', key: 'i1', to: 1 })).toMatchObject({
      skipped: [1],
    });
    await expect(states.tables(start.id, 9)).rejects.toMatchObject({ code: 'not_found' });
    await expect(states.tables('nobody', 0)).rejects.toMatchObject({ code: 'not_found' });
  });
});
