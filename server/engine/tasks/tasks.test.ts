import { Readable } from 'node:stream';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScenarioSummary } from '../../dataset/types.ts';
import { createStore } from '../../store/index.ts';
import { tempDir } from '../../store/testing.ts';
import { createTasks, type TasksDeps } from './create-tasks.ts';

/** A pack that the test changes as an editor would. */
function pack() {
  const texts = new Map([['shop', ['Buy tea', 'Cancel the order', 'Say the price']]]);
  const code = new Map<string, string>();
  const listeners = new Set<(keys: readonly string[]) => void>();
  let edits = 0;
  const summary = (key: string): ScenarioSummary | undefined => {
    const tasks = texts.get(key);
    const verifiers = (tasks ?? []).map(() => ({ code: true, sql: false }));
    const shared = { name: key, description: '', pack: 'p', trusted: true, category: null, tableCount: 1 };
    return tasks && { key, tasks, verifiers, ...shared };
  };
  const dataset: TasksDeps['dataset'] = {
    find: (name) => summary(name),
    fingerprint: (key) => (texts.has(key) ? `${key}${String(edits)}` : undefined),
    list: () => [...texts.keys()].flatMap((key) => summary(key) ?? []),
    source: (key) =>
      Promise.resolve({ key, pack: 'p', trusted: true, code: '', tables: [], seed: [], hash: 'scenario' }),
    verifier: (key, taskIdx, mode) => {
      const text = texts.get(key)?.[taskIdx] ?? '';
      const hash = `${mode} of ${text}${code.get(text) ?? ''}`;
      const words = { reasoning: '', successCriteria: '', failureCriteria: '' };
      return Promise.resolve({ mode, code: '', functionName: 'verify', hash, ...words });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    dataset,
    edit(change: (parts: { texts: Map<string, string[]>; code: Map<string, string> }) => void) {
      change({ texts, code });
      edits += 1;
      for (const listener of listeners) listener(['shop']);
    },
  };
}

const log = { warn: () => undefined };
const SAID = { reason: 'the verifier believes anything', evidence: [], by: 'Ana' } as const;
const place = (taskIdx: number) => ({ scenario: 'shop', taskIdx });

async function read(file: Readable): Promise<string> {
  let text = '';
  for await (const chunk of file) text += String(chunk);
  return text;
}

describe('statuses of tasks', () => {
  it('stay where hashes match, wherever the task moved, else say what to recheck; also after a restart', async () => {
    using dir = tempDir();
    const homeDir = join(dir.path, 'home');
    const shop = pack();
    {
      await using store = await createStore({ homeDir });
      await using tasks = createTasks({ dataset: shop.dataset, shelf: store.taskStatuses, log });
      const said = { ...SAID, evidence: [{ label: 'a run', href: '/web/runs/ab' }] };
      expect(await tasks.set({ tasks: [place(1), place(9)], status: 'quarantined', ...said })).toEqual({
        changed: 1,
        unknown: 1,
      });
      await tasks.set({ tasks: [place(2)], status: 'suspect', ...said });
      expect(tasks.isQuarantined('shop', 1)).toBe(true);
      expect(await tasks.list()).toMatchObject([
        { taskIdx: 1, status: 'quarantined', by: 'Ana', recheck: [] },
        { taskIdx: 2, status: 'suspect' },
      ]);
      shop.edit(({ texts }) => texts.set('shop', ['New', 'Buy tea', 'Cancel the order', 'Say the price!']));
      expect(await tasks.list()).toMatchObject([{ taskIdx: 2, status: 'quarantined', recheck: [] }]);
      expect([1, 2].map((index) => tasks.isQuarantined('shop', index))).toEqual([false, true]);
    }
    shop.edit(({ code }) => code.set('Cancel the order', 'v2'));
    await using store = await createStore({ homeDir });
    await using tasks = createTasks({ dataset: shop.dataset, shelf: store.taskStatuses, log });
    shop.edit(({ texts }) => texts.set('shop', ['Buy tea', 'Cancel the order', 'Say the price']));
    expect(await tasks.list()).toMatchObject([
      { taskIdx: 1, status: 'quarantined', recheck: ['code'] },
      { taskIdx: 2, status: 'suspect', recheck: [] },
    ]);
    expect(tasks.isQuarantined('shop', 1)).toBe(true);
    await tasks.set({ tasks: [place(1)], status: 'fixed', ...SAID, evidence: [] });
    expect(await tasks.list()).toMatchObject([{ status: 'fixed', recheck: [] }, {}]);
    expect(tasks.history('shop', 1).map(({ status }) => status)).toEqual(['fixed', 'quarantined']);
  });

  it('go out as JSON lines and come in elsewhere; what is known, newer, strange or broken is told', async () => {
    using dir = tempDir();
    const shop = pack();
    await using store = await createStore({ homeDir: join(dir.path, 'a') });
    await using tasks = createTasks({ dataset: shop.dataset, shelf: store.taskStatuses, log });
    await tasks.set({ tasks: [place(0)], status: 'quarantined', ...SAID, evidence: [] });
    const text = await read(tasks.file('said'));
    expect(JSON.parse(text)).toMatchObject({
      scenario: 'shop',
      task_idx: 0,
      status: 'quarantined',
      by: 'Ana',
    });
    expect((await read(tasks.file('clean'))).trim().split('\n')).toHaveLength(2);
    expect((await read(tasks.file('quarantined'))).trim().split('\n')).toHaveLength(1);

    await using other = await createStore({ homeDir: join(dir.path, 'b') });
    await using there = createTasks({ dataset: shop.dataset, shelf: other.taskStatuses, log });
    const strange = JSON.stringify({ ...(JSON.parse(text) as object), scenario: 'gone' });
    const bad = JSON.stringify({
      ...(JSON.parse(text) as object),
      evidence: [{ label: 'x', href: 'javascript:x' }],
    });
    const bytes = Buffer.from(`${text}${strange}\nnot json\n${bad}`);
    const chunks = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) =>
      bytes.subarray(i * 7, i * 7 + 7),
    );
    const report = await there.take(Readable.from(chunks));
    expect(report).toMatchObject({ taken: 1, recheck: 0, unchanged: 0, unknown: 3 });
    expect(report.problems.map(({ line }) => line)).toEqual([3, 4]);
    expect(there.isQuarantined('shop', 0)).toBe(true);
    expect(await there.take(Readable.from([Buffer.from(text)]))).toMatchObject({ taken: 0, unchanged: 1 });
    shop.edit(({ code }) => code.set('Buy tea', 'v2'));
    await using third = await createStore({ homeDir: join(dir.path, 'c') });
    await using later = createTasks({ dataset: shop.dataset, shelf: third.taskStatuses, log });
    expect(await later.take(Readable.from([Buffer.from(text)]))).toMatchObject({ taken: 1, recheck: 1 });
  });
});
