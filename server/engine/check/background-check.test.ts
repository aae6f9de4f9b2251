import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDataset, type Dataset } from '../../dataset/index.ts';
import { replaceFile, sourceScenario, tempDir, writeFiles } from '../../dataset/testing/packs.ts';
import { createBackgroundCheck, type BackgroundCheck } from './background-check.ts';
import { createFakeHost, createFakeStore } from './testing.ts';

const LOG = { info: () => undefined, warn: () => undefined };

async function openPack(dir: string, watch = false): Promise<Dataset> {
  return createDataset({ packs: [{ path: dir, trusted: true }], cacheDir: join(dir, '.cache'), watch });
}

function untilChecked(check: BackgroundCheck, count: number): Promise<string[]> {
  return new Promise((resolve) => {
    const keys: string[] = [];
    const stop = check.onChecked((key) => {
      keys.push(key);
      if (keys.length === count) {
        stop();
        resolve(keys);
      }
    });
  });
}

describe('createBackgroundCheck', () => {
  it('checks each scenario once, keeps what it found, and reads it at the next start', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, { ...sourceScenario('one'), ...sourceScenario('two') });
    await using dataset = await openPack(dir.path);
    const probed = [{ code: 'shadowed_route', message: 'x', details: { n: 1 } }] as const;
    const host = await createFakeHost({ dir: dir.path, probed });
    const store = createFakeStore();
    {
      await using check = createBackgroundCheck({ dataset, host, store, log: LOG, quietMs: 0 });
      expect(check.findings('one')).toBeUndefined();
      const done = untilChecked(check, 2);
      check.start();
      check.start();
      expect(await done).toEqual(['one', 'two']);
      expect(check.findings('one')?.findings).toEqual(probed);
      expect(check.progress()).toMatchObject({ scenarios: 2, checked: 2 });
    }
    expect(host.checked).toEqual(['one', 'two']);
    await using again = createBackgroundCheck({ dataset, host, store, log: LOG, quietMs: 0, run: false });
    const done = untilChecked(again, 2);
    again.start();
    await done;
    expect(again.findings('two')).toEqual({ checkedAtMs: 1, tools: 1, findings: probed });
    expect(host.checked).toHaveLength(2);
  });

  it('shows a check of an older version, and makes it again', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, sourceScenario('one'));
    await using dataset = await openPack(dir.path);
    const host = await createFakeHost({ dir: dir.path });
    const fresh = createFakeStore();
    const store = {
      ...fresh,
      findings: (hash: string) => fresh.findings(hash) ?? { checkedAtMs: 0, tools: null, findings: [] },
    };
    await using check = createBackgroundCheck({ dataset, host, store, log: LOG, quietMs: 0 });
    const seen: (number | null | undefined)[] = [];
    check.onChecked((key) => seen.push(check.findings(key)?.tools));
    const done = untilChecked(check, 2);
    check.start();
    await done;
    expect(seen).toEqual([null, 1]);
  });

  it('runs nothing of a scenario that is refused', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, { ...sourceScenario('one'), ...sourceScenario('two') });
    await using dataset = await openPack(dir.path);
    const host = await createFakeHost({ dir: dir.path });
    const refuse = ({ key }: { readonly key: string }) => (key === 'one' ? 'no sandbox' : undefined);
    const options = { dataset, host, store: createFakeStore(), log: LOG, quietMs: 0, refuse };
    await using check = createBackgroundCheck(options);
    const done = untilChecked(check, 1);
    check.start();
    expect(await done).toEqual(['two']);
    expect(host.checked).toEqual(['two']);
  });

  it('gives way to sessions, and goes on after them', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, sourceScenario('one'));
    await using dataset = await openPack(dir.path);
    const host = await createFakeHost({ dir: dir.path });
    const aborted = Promise.withResolvers<undefined>();
    host.onCheck = (_key, signal) =>
      new Promise((_resolve, reject) => {
        host.sessions = 1;
        signal?.addEventListener('abort', () => {
          aborted.resolve(undefined);
          reject(new Error('aborted'));
        });
      });
    const store = createFakeStore();
    await using check = createBackgroundCheck({ dataset, host, store, log: LOG, quietMs: 20 });
    check.start();
    await aborted.promise;
    expect(check.findings('one')).toBeUndefined();
    host.onCheck = () => Promise.resolve();
    const done = untilChecked(check, 1);
    host.sessions = 0;
    expect(await done).toEqual(['one']);
    expect(host.checked).toEqual(['one', 'one']);
  });

  it('stops at once', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, sourceScenario('one'));
    await using dataset = await openPack(dir.path);
    const host = await createFakeHost({ dir: dir.path });
    const begun = Promise.withResolvers<undefined>();
    host.onCheck = (_key, signal) =>
      new Promise((_resolve, reject) => {
        begun.resolve(undefined);
        signal?.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    const store = createFakeStore();
    const check = createBackgroundCheck({ dataset, host, store, log: LOG, quietMs: 0 });
    check.start();
    await begun.promise;
    await check[Symbol.asyncDispose]();
    expect(store.size()).toBe(0);
    expect(host.released).toBe(1);
    const unstarted = createBackgroundCheck({ dataset, host, store, log: LOG });
    await unstarted[Symbol.asyncDispose]();
    unstarted.start();
    expect(host.checked).toHaveLength(1);
  });

  it('checks a scenario again when its files change', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, sourceScenario('one'));
    await using dataset = await openPack(dir.path, true);
    const host = await createFakeHost({ dir: dir.path, broken: [] });
    const store = createFakeStore();
    await using check = createBackgroundCheck({ dataset, host, store, log: LOG, quietMs: 0 });
    let done = untilChecked(check, 1);
    check.start();
    await done;
    done = untilChecked(check, 1);
    await replaceFile(join(dir.path, 'one/app.py'), 'app = 5\n');
    await done;
    expect(host.checked).toEqual(['one', 'one']);
    expect(store.size()).toBe(2);
  });

  it('passes over what cannot be checked', async () => {
    await using dir = await tempDir();
    await writeFiles(dir.path, { ...sourceScenario('bad'), ...sourceScenario('good') });
    await using dataset = await openPack(dir.path);
    const host = await createFakeHost({ dir: dir.path });
    host.onCheck = (key) =>
      key === 'bad' ? Promise.reject(new Error('the runtime died')) : Promise.resolve();
    const warned: string[] = [];
    const log = { ...LOG, warn: (_details: unknown, message: string) => warned.push(message) };
    await using check = createBackgroundCheck({ dataset, host, store: createFakeStore(), log, quietMs: 0 });
    const done = untilChecked(check, 1);
    check.start();
    expect(await done).toEqual(['good']);
    expect(warned).toEqual(['the scenario could not be checked']);
    expect(check.findings('bad')).toBeUndefined();
  });
});
