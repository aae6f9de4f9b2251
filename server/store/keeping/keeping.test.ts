import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import Database from 'better-sqlite3';
import { createStore } from '../store.ts';
import { change, makeSeed, startOn, stepInput, tempDir } from '../testing.ts';
import type { Store } from '../types.ts';

/** A run that writes: a state and a long answer of its own. */
function play(store: Store, dir: string, over: Parameters<typeof startOn>[2] = {}): string {
  const start = startOn(join(dir, 'seed.db'), dir, over);
  const recorder = store.begin(start);
  change(start.dbPath, `UPDATE orders SET status = '${start.id}' WHERE id = 1`);
  recorder.step(
    stepInput({
      observationJson: JSON.stringify({ text: start.id.repeat(400) }),
      logText: 'x'.repeat(3_000) + start.id,
    }),
  );
  recorder.verdict('code', 'complete', 1, 'answer', 'v');
  recorder.end('done');
  return start.id;
}

/** What the catalog and the disk hold that no run needs, and what a run needs that is not there. */
function leaks(home: string): { rows: number; files: number; lost: number } {
  const db = new Database(join(home, 'catalog.db'), { readonly: true });
  const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n;
  const used = `SELECT blob FROM snapshots UNION SELECT observation_blob FROM steps WHERE observation_blob IS NOT NULL
    UNION SELECT log_blob FROM steps WHERE log_blob IS NOT NULL UNION SELECT blob FROM run_files UNION SELECT blob FROM run_messages`;
  const rows =
    count('SELECT count(*) AS n FROM steps WHERE episode NOT IN (SELECT n FROM episodes)') +
    count('SELECT count(*) AS n FROM snapshot_uses WHERE episode NOT IN (SELECT n FROM episodes)') +
    count('SELECT count(*) AS n FROM verdicts WHERE episode NOT IN (SELECT n FROM episodes)') +
    count('SELECT count(*) AS n FROM run_facts WHERE episode NOT IN (SELECT n FROM episodes)') +
    count(`SELECT count(*) AS n FROM blobs WHERE hash NOT IN (${used})`) +
    count('SELECT count(*) AS n FROM deleted_runs');
  const lost = count(`SELECT count(*) AS n FROM (${used}) WHERE blob NOT IN (SELECT hash FROM blobs)`);
  const named = new Set(
    (db.prepare('SELECT hash FROM blobs WHERE bytes IS NULL').all() as { hash: string }[]).map(
      ({ hash }) => hash,
    ),
  );
  db.close();
  const onDisk = readdirSync(join(home, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const files = onDisk.filter(({ name }) => !named.has(name)).length;
  return { rows, files, lost: lost + named.size - (onDisk.length - files) };
}

describe('deleting runs', () => {
  it('hides them at once, can be undone, and leaves nothing behind', async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 60);
    const homeDir = join(dir.path, 'home');
    await using store = await createStore({ homeDir });
    const ids = Array.from({ length: 6 }, () => play(store, dir.path));
    await store.settled();
    const [labelled = '', pinned = '', ...rest] = ids;
    store.runs.setLabel(labelled, { by: 'Ada', outcome: 'complete', note: null });
    store.setPinned([pinned], true);
    const live = store.begin(startOn(join(dir.path, 'seed.db'), dir.path)).episodeId;
    const all = [...ids, live, 'f'.repeat(32)];
    const preview = await store.keeping.preview(all);
    expect(preview).toMatchObject({ runs: 4, gone: 1 });
    expect(preview.bytes).toBeGreaterThan(1_000);
    expect(preview.kept.map(({ reason, runs }) => [reason, runs]).sort()).toEqual([
      ['labelled', 1],
      ['live', 1],
      ['pinned', 1],
    ]);
    const steps = rest.map((id) => store.steps(id));
    const deletion = await store.keeping.delete(all, 'Ada');
    expect(deletion).toMatchObject({ runs: 4, by: 'Ada' });
    expect(
      store
        .episodes({ limit: 10 })
        .items.map(({ id }) => id)
        .sort(),
    ).toEqual([labelled, pinned, live].sort());
    expect(store.runs.get(rest[0] ?? '')).toBeUndefined();
    // One that begins now does not get the number of one that may come back.
    const next = play(store, dir.path);
    expect(store.keeping.deletions()).toEqual([deletion]);
    expect(await store.keeping.undo(deletion.id)).toBe(4);
    expect(rest.map((id) => store.steps(id))).toEqual(steps);
    await expect(store.keeping.undo(deletion.id)).rejects.toThrow('cannot be brought back');
    await store.settled();
    await store.keeping.delete([...rest, next], 'Ada');
    await store.keeping.purgeNow();
    expect(store.episodes({ limit: 10 }).items).toHaveLength(3);
    expect(leaks(homeDir)).toEqual({ rows: 0, files: 0, lost: 0 });
    for (const id of [labelled, pinned]) await store.snapshotTo(id, 1, join(dir.path, `${id}.out`));
  });

  it('keeps what a fork of a deleted run needs', async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 60);
    const homeDir = join(dir.path, 'home');
    await using store = await createStore({ homeDir });
    const id = play(store, dir.path);
    // The same states in another run stand for a fork's: they are shared by content.
    const start = startOn(join(dir.path, 'seed.db'), dir.path);
    const twin = store.begin(start);
    change(start.dbPath, `UPDATE orders SET status = '${id}' WHERE id = 1`);
    twin.step(stepInput({ observationJson: JSON.stringify({ text: id.repeat(400) }) }));
    twin.end('done');
    await store.settled();
    await store.keeping.delete([id], 'Ada');
    await store.keeping.purgeNow();
    expect(store.steps(twin.episodeId)[0]?.observationJson).toContain(id);
    await store.snapshotTo(twin.episodeId, 1, join(dir.path, 'out.db'));
    expect(leaks(homeDir)).toEqual({ rows: 0, files: 0, lost: 0 });
  });

  it('loses and leaks nothing where the process is killed midway', { timeout: 240_000 }, async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 60);
    const homeDir = join(dir.path, 'home');
    const kept: string[] = [];
    const going: string[] = [];
    {
      await using store = await createStore({ homeDir });
      for (let i = 0; i < 120; i += 1) (i % 10 === 0 ? kept : going).push(play(store, dir.path));
      await store.settled();
      await store.keeping.delete(going, 'Ada');
    }
    // At its start a store takes out what was deleted: it is killed while it does.
    const lefts: number[] = [];
    const db = new Database(join(homeDir, 'catalog.db'), { readonly: true });
    const left = db.prepare<[], number>('SELECT count(*) FROM deleted_runs').pluck();
    for (const few of [going.length - 1, 80, 50, 20, 1, 0]) {
      const child = spawn(process.execPath, [join(import.meta.dirname, 'purge-child.ts'), homeDir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      while (child.exitCode === null && (left.get() ?? 0) > few) await setImmediate();
      child.kill('SIGKILL');
      await once(child, 'exit');
      lefts.push(left.get() ?? 0);
    }
    db.close();
    expect(lefts.filter((count) => count > 0 && count < going.length)).not.toEqual([]);
    {
      await using store = await createStore({ homeDir });
      await store.keeping.purgeNow();
      for (const id of kept) await store.snapshotTo(id, 1, join(dir.path, 'out.db'));
      expect(store.episodes({ limit: 500 }).items).toHaveLength(kept.length);
    }
    expect(leaks(homeDir)).toEqual({ rows: 0, files: 0, lost: 0 });
  });
});

describe('deleting while others bring back, purge and import', () => {
  it('an undo and a purge at once leave each run whole or gone, never half', async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 60);
    const homeDir = join(dir.path, 'home');
    await using store = await createStore({ homeDir });
    const ids = Array.from({ length: 120 }, () => play(store, dir.path));
    await store.settled();
    const { id } = await store.keeping.delete(ids, 'Ada');
    const [purged, first, second] = await Promise.allSettled([
      store.keeping.purgeNow(),
      store.keeping.undo(id),
      store.keeping.undo(id),
    ]);
    expect([purged.status, first.status, second.status]).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    const back = ids.filter((run) => store.episode(run) !== undefined);
    const restored = [first, second].map((one) => (one.status === 'fulfilled' ? one.value : 0));
    expect((restored[0] ?? 0) + (restored[1] ?? 0)).toBe(back.length);
    for (const run of back) {
      expect(store.steps(run)).toHaveLength(1);
      await store.snapshotTo(run, 1, join(dir.path, 'out.db'));
    }
    await store.settled();
    expect(store.keeping.deletions()).toEqual([]);
    expect(leaks(homeDir)).toEqual({ rows: 0, files: 0, lost: 0 });
  });

  it('what was deleted before it was settled is settled when it comes back', async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 60);
    await using store = await createStore({ homeDir: join(dir.path, 'home') });
    const ids = Array.from({ length: 30 }, () => play(store, dir.path));
    const { id } = await store.keeping.delete(ids, 'Ada');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await store.keeping.undo(id)).toBe(30);
    await store.settled();
    for (const run of ids) {
      expect(store.steps(run)[0]?.normalisedAfter).not.toBeNull();
      expect(store.runs.get(run)).toMatchObject({ calls: 1, wrote: 1 });
      expect(store.runs.get(run)?.endState).not.toBeNull();
      expect(store.episode(run)?.kept).toBe('full');
    }
    expect((await store.runs.page('pass', 0, 100)).matched).toBe(30);
  });
});

describe('rules', () => {
  it('leaves what somebody pins while they are applied', async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 60);
    await using store = await createStore({ homeDir: join(dir.path, 'home') });
    const ids = Array.from({ length: 250 }, () => play(store, dir.path, { run: { experiment: 'x' } }));
    await store.settled();
    store.keeping.setRule({ experiment: 'x', states: 'calls', days: null, newest: null, bytes: null });
    const isWhole = (id: string) => store.recordedStates(id).every(({ unavailable }) => unavailable === null);
    expect(ids.every(isWhole)).toBe(true);
    const applying = store.keeping.applyRules();
    const pinned: string[] = [];
    for (const id of ids.toReversed()) {
      await setImmediate();
      if (!isWhole(id)) continue;
      store.setPinned([id], true);
      pinned.push(id);
    }
    await applying;
    expect(pinned).not.toEqual([]);
    expect(pinned.filter((id) => !isWhole(id))).toEqual([]);
    expect(ids.filter(isWhole)).toHaveLength(pinned.length);
  });

  it('say what they would take, take it, and never what people marked', async () => {
    using dir = tempDir();
    makeSeed(join(dir.path, 'seed.db'), 60);
    await using store = await createStore({ homeDir: join(dir.path, 'home') });
    const ids = Array.from({ length: 5 }, () => play(store, dir.path, { run: { experiment: 'x' } }));
    play(store, dir.path);
    await store.settled();
    store.setPinned(ids.slice(0, 1), true);
    const rule = { experiment: 'x', states: 'calls' as const, days: null, newest: 2, bytes: null };
    expect(await store.keeping.dryRun(rule)).toMatchObject({
      deleted: 2,
      deletedIds: ids.slice(1, 3),
      reduced: 2,
      kept: 1,
    });
    expect(await store.keeping.dryRun({ ...rule, newest: null, states: null, bytes: 1 })).toMatchObject({
      deleted: 4,
    });
    expect(await store.keeping.dryRun({ ...rule, newest: null, states: null, days: 1 })).toMatchObject({
      deleted: 0,
    });
    store.keeping.setRule(rule);
    const [first] = await store.keeping.experiments();
    expect(first).toMatchObject({ experiment: 'x', runs: 5, kept: 1, rule });
    await store.keeping.applyRules();
    expect(store.episodes({ limit: 10, experiment: 'x' }).items.map(({ id, kept }) => [id, kept])).toEqual([
      [ids[4], 'calls'],
      [ids[3], 'calls'],
      [ids[0], 'full'],
    ]);
    const [deletion] = store.keeping.deletions();
    expect(await store.keeping.undo(deletion?.id ?? '')).toBe(2);
    await store.keeping.applyRules();
    // Pinned: the rule that deleted them leaves them now.
    expect(store.episodes({ limit: 10, experiment: 'x' }).items).toHaveLength(5);
    store.keeping.setRule({ experiment: 'x', states: null, days: null, newest: null, bytes: null });
    expect(store.keeping.rule('x')).toBeUndefined();
  });
});
