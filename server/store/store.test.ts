import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createStore } from './index.ts';
import { CATALOG_VERSION } from './migrations/index.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from './testing.ts';
import type { Store } from './types.ts';

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');
/** Files below a folder that this process holds open, without the databases that threads of the store open when they start. */
function openBelow(dir: string): string[] {
  const links = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(join('/proc/self/fd', fd));
    } catch {
      // Another thread closed it meanwhile.
      return '';
    }
  });
  return links.filter((path) => path.startsWith(dir) && !/\/home\/(catalog\.db|index)/.test(path)).sort();
}

describe('createStore', () => {
  let dir: ReturnType<typeof tempDir>;
  let store: Store;
  let seed: string;
  let home: string;

  beforeEach(async () => {
    dir = tempDir();
    seed = join(dir.path, 'seed.db');
    home = join(dir.path, 'home');
    makeSeed(seed);
    store = await createStore({ homeDir: home });
  });

  afterEach(async () => {
    await store[Symbol.asyncDispose]();
    dir[Symbol.dispose]();
  });

  it('records steps and rebuilds every state byte for byte', async () => {
    const start = startOn(seed, dir.path);
    const recorder = store.begin(start);
    const hashes = [sha256(start.dbPath)];
    for (let i = 0; i < 80; i++) {
      if (i % 5 !== 0)
        change(start.dbPath, `UPDATE products SET price = price + ${i} WHERE id % ${(i % 40) + 2} = 0`);
      if (i === 40) change(start.dbPath, 'DELETE FROM products WHERE id > 50; VACUUM');
      if (i === 50) recorder.relax();
      const step = recorder.step(stepInput());
      hashes.push(sha256(start.dbPath));
      expect(step).toMatchObject({ seq: i + 1, dbBefore: hashes[i], dbAfter: hashes[i + 1], problem: null });
      expect(step.wrote).toBe(hashes[i] !== hashes[i + 1]);
    }
    recorder.end('done');
    recorder.end('closed');
    const target = join(dir.path, 'rebuilt.db');
    for (const [seq, expected] of hashes.entries()) {
      await store.snapshotTo(start.id, seq, target);
      expect(sha256(target)).toBe(expected);
    }
    await store.initialTo(start.id, target);
    expect(sha256(target)).toBe(sha256(seed));
    expect(store.episode(start.id)).toMatchObject({
      steps: 80,
      endReason: 'done',
      initialHash: hashes[0],
      finalHash: hashes[80],
      seedHash: sha256(seed),
    });
    expect(store.steps(start.id)).toHaveLength(80);
    expect(store.steps(start.id, { from: 3, to: 4 }).map((step) => step.seq)).toEqual([3, 4]);
  });

  it('tells the beginning of a long final answer with the episode: lists hold many', () => {
    const start = startOn(seed, dir.path);
    const recorder = store.begin(start);
    recorder.step(stepInput());
    recorder.verdict('code', 'complete', 1, 'x'.repeat(10_000_000), 'v');
    expect(store.episode(start.id)?.finalAnswer).toBe(`${'x'.repeat(500)}…`);
    recorder.verdict('code', 'complete', 1, 'short', 'v');
    expect(store.episode(start.id)?.finalAnswer).toBe('short');
  });

  it('keeps what was recorded over a restart and closes open episodes as crashed', async () => {
    const start = startOn(seed, dir.path, {
      run: { experiment: 'e1', tags: ['a'] },
      options: { api_key: 'x', seed: 1 },
    });
    const recorder = store.begin(start);
    const step = recorder.step(
      stepInput({ observationJson: JSON.stringify({ tool_result: 'é'.repeat(100_000) }) }),
    );
    recorder.verdict('code', 'complete', 1, 'the answer', 'v');
    await store[Symbol.asyncDispose]();
    store = await createStore({ homeDir: home });
    expect(store.episode(start.id)).toMatchObject({
      endReason: 'crashed',
      verdict: 'complete',
      reward: 1,
      finalAnswer: 'the answer',
      run: { experiment: 'e1', tags: ['a'] },
      options: { api_key: '[redacted]', seed: 1 },
    });
    expect(store.steps(start.id)).toEqual([step]);
  });

  it('stores the initial state of a scenario once', () => {
    store.begin(startOn(seed, dir.path)).end('done');
    const size = () => readdirSync(join(home, 'blobs'), { recursive: true }).length;
    const before = size();
    const held = openBelow(dir.path);
    for (let i = 0; i < 1000; i++) {
      const start = startOn(seed, dir.path);
      store.begin(start).end('reset');
    }
    expect(size()).toBe(before);
    expect(openBelow(dir.path)).toEqual(held);
    expect(statSync(join(home, 'catalog.db')).size).toBeLessThan(4 << 20);
  });

  it('lists by filter, page by page, and sets provenance in bulk', () => {
    const ids = Array.from({ length: 7 }, (_, i) => {
      const start = startOn(seed, dir.path, { taskIdx: i % 2, sessionId: `s${i}` });
      store.begin(start).end(i === 0 ? 'idle' : 'done');
      return start.id;
    });
    const first = store.episodes({ scenario: 'shop', limit: 3 });
    expect(first.items.map((item) => item.id)).toEqual(ids.slice(4).reverse());
    const second = store.episodes({ scenario: 'shop', limit: 10, cursor: first.nextCursor ?? '' });
    expect(second.items.map((item) => item.id)).toEqual(ids.slice(0, 4).reverse());
    expect(second.nextCursor).toBeNull();
    expect(store.episodes({ endReason: 'idle', limit: 9 }).items).toHaveLength(1);
    expect(store.episodes({ taskIdx: 1, limit: 9 }).items).toHaveLength(3);
    expect(store.setRun([...ids, 'unknown'], { experiment: 'e2', group: 'g', train_step: 3 })).toBe(7);
    expect(store.setRun(ids.slice(0, 2), { tags: ['x'] })).toBe(2);
    expect(store.episodes({ experiment: 'e2', limit: 9 }).items).toHaveLength(7);
    expect(store.episode(ids[0] ?? '')?.run).toEqual({
      experiment: 'e2',
      group: 'g',
      train_step: 3,
      tags: ['x'],
    });
    expect(() => store.episodes({ limit: 1, cursor: 'no' })).toThrow('cursor');
  });

  it('refuses a second process and a newer catalog', async () => {
    await expect(createStore({ homeDir: home })).rejects.toMatchObject({ code: 'conflict' });
    await store[Symbol.asyncDispose]();
    change(join(home, 'catalog.db'), 'PRAGMA user_version = 999');
    await expect(createStore({ homeDir: home })).rejects.toThrow('newer version');
    change(join(home, 'catalog.db'), `PRAGMA user_version = ${CATALOG_VERSION}`);
    store = await createStore({ homeDir: home });
  });

  it('sweeps files that a killed process left, and tells a damaged blob', async () => {
    const start = startOn(seed, dir.path);
    store.begin(start).end('done');
    await store[Symbol.asyncDispose]();
    const partial = join(home, 'blobs', 'tmp', 'partial');
    const orphan = join(home, 'blobs', 'ab', 'cd', 'ab'.repeat(32));
    mkdirSync(join(orphan, '..'), { recursive: true });
    for (const file of [partial, orphan]) writeFileSync(file, 'x');
    const [blob = ''] = readdirSync(join(home, 'blobs'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'partial' && entry.name !== 'ab'.repeat(32))
      .map((entry) => join(entry.parentPath, entry.name));
    writeFileSync(blob, 'damaged');
    store = await createStore({ homeDir: home });
    expect(existsSync(partial)).toBe(false);
    await expect.poll(() => existsSync(orphan)).toBe(false);
    await expect(store.snapshotTo(start.id, 0, join(dir.path, 'state'))).rejects.toThrow('its bytes changed');
    expect(existsSync(join(dir.path, 'state'))).toBe(false);
    await expect(store.snapshotTo('unknown', 0, join(dir.path, 'state'))).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('says what to do about a home that cannot be used', async () => {
    const file = join(dir.path, 'file');
    writeFileSync(file, 'x');
    await expect(createStore({ homeDir: file })).rejects.toMatchObject({ code: 'config_invalid' });
    const broken = join(dir.path, 'broken');
    mkdirSync(broken);
    writeFileSync(join(broken, 'catalog.db'), 'no database '.repeat(1000));
    await expect(createStore({ homeDir: broken })).rejects.toThrow('is damaged');
  });

  it('keeps findings by scenario hash', () => {
    expect(store.findings('h')).toBeUndefined();
    store.setFindings('h', 'shop', { tools: 3, findings: [{ code: 'shadowed_route' }] });
    store.setFindings('h', 'shop', { tools: 4, findings: [{ code: 'seed_error' }] });
    expect(store.findings('h')).toMatchObject({ tools: 4, findings: [{ code: 'seed_error' }] });
    const catalog = new Database(join(home, 'catalog.db'));
    catalog.prepare('UPDATE findings SET findings = ?').run('[{"code":"reads_clock"}]');
    catalog.close();
    expect(store.findings('h')).toMatchObject({ tools: null, findings: [{ code: 'reads_clock' }] });
  });
});
