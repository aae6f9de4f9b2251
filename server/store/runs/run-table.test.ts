import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createStore } from '../index.ts';
import { stepInput } from '../testing.ts';
import { openLibrary } from './testing.ts';
import type { RunLibrary } from './types.ts';

type Library = Awaited<ReturnType<typeof openLibrary>>;

function play(open: Library, verdict: string, words: string, answer: string, experiment = 'x'): string {
  const { recorder } = open.begin({ run: { experiment, train_step: 3 } });
  recorder.step(stepInput({ clientMetadata: { message: words } }));
  recorder.verdict('code', verdict, verdict === 'complete' ? 1 : 0, answer, 'h');
  recorder.end('done');
  return recorder.episodeId;
}

async function wordsRead(runs: RunLibrary): Promise<void> {
  while ((await runs.page('', 0, 1)).unsearched !== undefined) await setTimeout(10);
}

const ids = async (open: Library, q: string) => (await open.runs.page(q, 0, 100)).items.map(({ id }) => id);

it('answers pages, facets, curves and counts, newest first', async () => {
  await using open = await openLibrary();
  const [a, b, c] = [
    play(open, 'complete', '', ''),
    play(open, 'others', '', '', 'y'),
    play(open, 'complete', '', '', 'y'),
  ];
  expect(await ids(open, '')).toEqual([c, b, a]);
  expect(await ids(open, 'pass experiment:y')).toEqual([c]);
  expect(await ids(open, `id:${a},${c}`)).toEqual([c, a]);
  expect(await ids(open, `-id:${a},${c}`)).toEqual([b]);
  const page = await open.runs.page('pass bogus:1', 1, 1);
  expect(page).toMatchObject({ matched: 2, total: 3, offset: 1, items: [{ id: a }] });
  expect(page.problems).toMatchObject([{ start: 5, end: 12 }]);
  const { facets } = await open.runs.facets('experiment:y');
  expect(facets.find(({ field }) => field === 'experiment')?.values).toEqual([
    { value: 'y', count: 2 },
    { value: 'x', count: 1 },
  ]);
  expect((await open.runs.curves('')).curves).toMatchObject([
    { experiment: 'y', points: [{ from: 3, to: 3, runs: 2, verified: 2, passed: 1, meanReward: 0.5 }] },
    { experiment: 'x', points: [{ runs: 1, passed: 1 }] },
  ]);
  expect(await open.runs.counts(['', 'fail', 'live'])).toEqual([3, 1, 0]);
});

it('follows runs that go on', async () => {
  await using open = await openLibrary();
  const { recorder } = open.begin();
  expect((await open.runs.page('live', 0, 10)).items).toMatchObject([{ steps: 0, endReason: null }]);
  const before = (await open.runs.page('live', 0, 10)).revision;
  recorder.step(stepInput());
  const live = await open.runs.page('live calls:1', 0, 10);
  expect(live).toMatchObject({ matched: 1, items: [{ steps: 1, calls: 1 }] });
  expect(live.revision).toBeGreaterThan(before);
  recorder.end('done');
  expect(await open.runs.counts(['live', 'end:done'])).toEqual([0, 1]);
  open.runs.setLabel(recorder.episodeId, { by: 'Ann', outcome: 'complete', note: null });
  await open.runs.setPinned([recorder.episodeId], true);
  expect(await open.runs.counts(['unlabelled', 'label:complete', 'pinned'])).toEqual([0, 1, 1]);
});

it('hides the verdict of a blind play from filters, facets and curves until its end', async () => {
  await using open = await openLibrary();
  const { recorder } = open.begin({ baseline: true, actor: 'human', run: { train_step: 1 } });
  recorder.step(stepInput());
  recorder.verdict('code', 'complete', 1, null, 'h');
  expect(await open.runs.counts(['pass', 'reward:1', 'code:complete'])).toEqual([0, 0, 0]);
  expect((await open.runs.curves('')).curves).toMatchObject([{ points: [{ verified: 0, passed: 0 }] }]);
  const { facets } = await open.runs.facets('');
  expect(facets.find(({ field }) => field === 'code')?.values).toEqual([{ value: 'none', count: 1 }]);
  recorder.end('done');
  expect(await open.runs.counts(['pass', 'reward:1', 'code:complete'])).toEqual([1, 1, 1]);
});

it('finds words of messages, answers and tasks', async () => {
  await using open = await openLibrary();
  const { runs } = open;
  const a = play(open, 'complete', 'Both are on the shelf at Hillside.', 'I sent both copies.');
  const b = play(open, 'others', 'Any branch will do "really" <script>', 'Sent. Señor 订单 done');
  const { recorder } = open.begin({ task: 'Look at Hillside' });
  await wordsRead(runs);
  const find = async (q: string) => new Set(await ids(open, q));
  // One that runs is found by its task only.
  expect(await find('hillside')).toEqual(new Set([a, recorder.episodeId]));
  expect(await find('"shelf at hill"')).toEqual(new Set([a]));
  expect(await find('SENT')).toEqual(new Set([a, b]));
  expect(await find('sent -branch')).toEqual(new Set([a]));
  expect(await find('senor')).toEqual(new Set([b]));
  expect(await find('订单')).toEqual(new Set([b]));
  expect(await find('"any branch" fail')).toEqual(new Set([b]));
  // What is an operator to the full-text index is a word to people.
  for (const odd of ['OR', 'NEAR(', '*', '"', 'a:b:c', "'", '--', '{x}', '^sent*', 'AND AND'])
    await expect(find(odd)).resolves.toBeDefined();
  // Their change sets came to be known since: they are read again, and that ends.
  await wordsRead(runs);
});

it('a full-text file that is damaged is made anew', async () => {
  await using open = await openLibrary();
  const a = play(open, 'complete', 'Hillside', '');
  const { homeDir } = open;
  await wordsRead(open.runs);
  await open.store[Symbol.asyncDispose]();
  writeFileSync(join(homeDir, 'index', 'run-texts.db'), 'no database '.repeat(1_000));
  await using again = await createStore({ homeDir });
  const { runs } = again;
  await wordsRead(runs);
  expect((await runs.page('hillside', 0, 9)).items.map(({ id }) => id)).toEqual([a]);
});

it('a selection stays as it was made, whatever comes and changes', async () => {
  await using open = await openLibrary();
  const a = play(open, 'complete', '', '');
  const b = play(open, 'complete', '', '');
  const c = play(open, 'others', '', '');
  open.runs.setLabel(a, { by: 'Ann', outcome: 'complete', note: null });
  const selection = await open.runs.select({ q: 'pass' });
  expect(selection).toMatchObject({
    query: 'pass',
    count: 2,
    tasks: 1,
    kept: 1,
    sample: [{ id: b }, { id: a }],
  });
  play(open, 'complete', '', '');
  open.store.setRun([a], { experiment: 'other' });
  expect(await open.runs.counts(['pass'])).toEqual([3]);
  expect(open.runs.resolve({ selection: selection.id })).toEqual([b, a]);
  expect(open.runs.resolve({ selection: selection.id, except: [b] })).toEqual([a]);
  expect(await open.runs.selection(selection.id)).toEqual(selection);
  expect(open.runs.selected(selection.id, 1, 10)).toEqual({ ids: [a], total: 2 });
  expect(open.runs.selected(selection.id, 2, 10)).toEqual({ ids: [], total: 2 });
  const named = await open.runs.select({ ids: [c, a, c, '0'.repeat(32)] });
  expect(open.runs.resolve({ selection: named.id })).toEqual([c, a]);
  const both = await open.runs.select({ ids: [c, a], q: 'pass' });
  expect(open.runs.resolve({ selection: both.id })).toEqual([a]);
  const one = await open.runs.select({ q: '', sample: { by: 'task', count: 1, seed: 4 } });
  expect(one.count).toBe(1);
  const none = await open.runs.select({ q: 'experiment:nothing' });
  expect(open.runs.resolve({ selection: none.id })).toEqual([]);
});
