import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from './testing.ts';
import type { EpisodeStart, RecordingPolicy, Store } from './types.ts';

describe('recording policies', () => {
  let dir: ReturnType<typeof tempDir>;
  let store: Store;
  let seed: string;
  let home: string;

  beforeEach(() => {
    dir = tempDir();
    home = join(dir.path, 'home');
    seed = join(dir.path, 'seed.db');
    makeSeed(seed, 100);
  });

  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    dir[Symbol.dispose]();
  });

  /** 40 steps of random bytes, so that chains, keyframes and blob files come about. */
  function record(
    policy: RecordingPolicy,
    options: { verdict?: string; pinned?: boolean } = {},
  ): EpisodeStart {
    const start = startOn(seed, dir.path, { policy });
    const recorder = store.begin(start);
    for (let i = 0; i < 40; i++) {
      change(start.dbPath, 'UPDATE products SET notes = hex(randomblob(450)) WHERE id % 3 = 0');
      recorder.step(stepInput({ observationJson: `"${'y'.repeat(9000)}${i}"` }));
    }
    if (options.verdict !== undefined) recorder.verdict('code', options.verdict, 0, null, 'v');
    if (options.pinned === true) store.setPinned([start.id], true);
    recorder.end('done');
    return start;
  }

  async function keptStates(id: string): Promise<number[]> {
    const kept: number[] = [];
    for (let seq = 0; seq <= 40; seq++) {
      try {
        await store.snapshotTo(id, seq, join(dir.path, 'state'));
        kept.push(seq);
      } catch (error) {
        expect(error).toMatchObject({ code: 'not_found' });
      }
    }
    return kept;
  }

  const count = (table: string) => {
    const db = new Database(join(home, 'catalog.db'), { readonly: true });
    const found = db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
    db.close();
    return Number(found);
  };
  const files = () =>
    readdirSync(join(home, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length;

  it('keep all, the ends or the beginning; steps and observations stay', async () => {
    store = await createStore({ homeDir: home });
    const full = record('full');
    const final = record('final');
    const calls = record('calls');
    await store.settled();
    expect(await keptStates(full.id)).toHaveLength(41);
    expect(await keptStates(final.id)).toEqual([0, 40]);
    await store.snapshotTo(final.id, 40, join(dir.path, 'state'));
    expect(readFileSync(join(dir.path, 'state')).equals(readFileSync(final.dbPath))).toBe(true);
    expect(await keptStates(calls.id)).toEqual([0]);
    expect(store.steps(calls.id)).toHaveLength(40);
    expect(store.steps(calls.id)[39]?.observationJson).toContain('y39');
    expect(store.episode(calls.id)).toMatchObject({
      kept: 'calls',
      finalNormalised: expect.any(String) as unknown,
    });
    // Seed, 40 of full, the last of final; nothing of calls.
    expect(count('snapshots')).toBe(42);
    expect(files()).toBe(count('blobs WHERE bytes IS NULL'));
  });

  it('keep failures to verify and pinned episodes in full', async () => {
    store = await createStore({ homeDir: home });
    const failed = record('calls', { verdict: 'others' });
    const pinned = record('calls', { pinned: true });
    const passed = record('calls', { verdict: 'complete' });
    await store.settled();
    expect([failed, pinned, passed].map(({ id }) => store.episode(id)?.kept)).toEqual([
      'full',
      'full',
      'calls',
    ]);
  });

  it('keep one in N of the rest', async () => {
    store = await createStore({ homeDir: home, keepFullOneIn: 1 });
    const lucky = record('calls');
    await store.settled();
    expect(store.episode(lucky.id)?.kept).toBe('full');
  });

  it('decide about episodes of a process that died', async () => {
    store = await createStore({ homeDir: home });
    const start = startOn(seed, dir.path, { policy: 'calls' });
    const recorder = store.begin(start);
    change(start.dbPath, 'DELETE FROM order_items; DELETE FROM orders');
    recorder.step(stepInput());
    await store[Symbol.asyncDispose]();
    store = await createStore({ homeDir: home });
    await store.settled();
    expect(store.episode(start.id)).toMatchObject({ endReason: 'crashed', kept: 'calls' });
  });

  it('hold a disk budget by cutting down the oldest', async () => {
    store = await createStore({ homeDir: home, diskBudgetBytes: 1 });
    const first = record('full');
    const failed = record('full', { verdict: 'others' });
    for (let i = 0; i < 62; i++) store.begin(startOn(seed, dir.path)).end('done');
    await store.settled();
    expect(store.episode(first.id)?.kept).toBe('calls');
    expect(store.episode(failed.id)?.kept).toBe('full');
    expect(await keptStates(failed.id)).toHaveLength(41);
  });
});
