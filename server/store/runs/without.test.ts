import { expect, it } from 'vitest';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { stepInput } from '../testing.ts';
import { packIds } from './selections.ts';
import { openLibrary } from './testing.ts';
import type { LeftOut, ManyRuns } from './types.ts';

const QUERIES = [
  '',
  'pass',
  'fail',
  'reward>0',
  'sort:reward',
  'experiment:e1',
  '-pass',
  'label:complete',
  'task:0',
];

function leftOut(ids: readonly string[], key = 'k'): LeftOut {
  return { key, runs: new Set(ids), packed: () => packIds(ids) };
}

/** All that is told of many runs; the revision and how many are hidden aside. */
async function told(runs: ManyRuns, colleague: string) {
  const pages = await Promise.all(
    QUERIES.map(async (q) => {
      const aside = { revision: 0, hidden: 0, unsearched: 0 };
      const page = { ...(await runs.page(q, 0, 50)), ...aside };
      const facets = { ...(await runs.facets(q)), ...aside };
      return { page, facets, curves: (await runs.curves(q)).curves };
    }),
  );
  const sampled = await runs.select({ q: '', sample: { by: 'task', count: 2, seed: 3 } });
  const rows: RunRow[] = (await runs.selection(colleague)).sample;
  return {
    pages,
    counts: await runs.counts(QUERIES),
    sampled: runs.resolve({ selection: sampled.id }),
    sample: rows,
  };
}

it('answers as if hidden runs were not there', async () => {
  await using open = await openLibrary();
  const ids = Array.from({ length: 12 }, (_, i) => {
    const { recorder } = open.begin({
      taskIdx: i % 3,
      startedAtMs: 1_000 + i,
      run: { experiment: `e${String(i % 2)}`, train_step: i },
    });
    recorder.step(stepInput());
    recorder.verdict('code', i % 2 === 0 ? 'complete' : 'others', i % 2 === 0 ? 1 : 0, null, 'h');
    recorder.end('done');
    return recorder.episodeId;
  });
  const hidden = [ids[0] ?? '', ids[7] ?? '', ids[8] ?? ''];
  // A set that somebody made who may know of all.
  const colleague = await open.runs.select({ q: '' });
  const few = await open.runs.select({ ids: hidden });
  const seen = open.runs.without(leftOut(hidden));

  expect(await seen.page('', 0, 50)).toMatchObject({ hidden: 3, total: 9, matched: 9 });
  expect(await seen.page(`id:${hidden[0] ?? ''}`, 0, 50)).toMatchObject({ hidden: 3, matched: 0, items: [] });
  expect(await seen.selection(colleague.id)).toMatchObject({ id: colleague.id, count: 9 });
  const tasksOf = async (runs: ManyRuns, id: string) =>
    (await runs.tasksOf(id)).map(({ taskIdx }) => taskIdx).sort();
  expect(await tasksOf(open.runs, few.id)).toEqual([0, 1, 2]);
  expect(await tasksOf(seen, few.id)).toEqual([]);
  expect(await tasksOf(seen, colleague.id)).toEqual([0, 1, 2]);
  expect(seen.selected(colleague.id, 0, 100)).toMatchObject({ total: 9 });
  expect(seen.selected(colleague.id, 8, 100).ids).toHaveLength(1);
  expect(seen.resolve({ selection: colleague.id, except: [ids[1] ?? ''] })).toHaveLength(8);
  expect(await seen.selection(few.id)).toMatchObject({ count: 0, tasks: 0, kept: 0, sample: [] });
  expect(() => seen.resolve({ ids: [ids[1] ?? '', hidden[0] ?? ''] })).toThrow('to label');
  expect(await seen.select({ ids: hidden })).toMatchObject({ count: 0 });
  const parts: Buffer[] = [];
  for await (const part of seen.exportTable(colleague.id, 'jsonl')) parts.push(part as Buffer);
  expect(Buffer.concat(parts).toString().trim().split('\n')).toHaveLength(9);
  expect(Buffer.concat(parts).toString()).not.toContain(hidden[0]);

  const withHidden = await told(seen, colleague.id);
  await open.store.keeping.delete(hidden, 'Ann');
  const gone = await open.runs.select({ q: '' });
  expect(withHidden).toEqual(await told(open.runs, gone.id));
  // Those that are not there any more are not counted as hidden.
  expect(await open.runs.without(leftOut(hidden)).page('', 0, 1)).not.toHaveProperty('hidden');
  expect(
    await open.runs.without(leftOut([hidden[0] ?? '', ids[1] ?? ''], 'k2')).page('', 0, 1),
  ).toMatchObject({
    hidden: 1,
    total: 8,
  });
});
