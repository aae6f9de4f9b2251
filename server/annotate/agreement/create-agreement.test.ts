import { expect, it } from 'vitest';
import { createAnnotationFixture } from '../testing/fixture.ts';
import { createAgreement } from './index.ts';

it('figures come out of the catalog, are kept, and follow the labels', async () => {
  await using fixture = await createAnnotationFixture();
  const { store, project, homeDir } = fixture;
  let asked = 0;
  await using agreement = createAgreement({
    homeDir,
    revisionOf(id) {
      asked += 1;
      return id === project ? String(store.annotation.revision()) : undefined;
    },
  });
  const filter = { tolerance: 1 };
  const empty = await agreement.ask(project, new Set(), { of: 'overview', filter });
  expect(empty.measures.find(({ id }) => id === 'outcome')?.alpha).toMatchObject({ why: 'no_labels' });

  const runs = await fixture.record([{ calls: [1] }, { calls: [2] }, { calls: [3] }]);
  const queue = await fixture.queue(runs, { settings: { overlap: 2 } });
  await fixture.labelAll(queue.id, 'Ada', () => ({ outcome: 'complete' }));
  await fixture.labelAll(queue.id, 'Ben', (_, at) => ({ outcome: at === 1 ? 'incomplete' : 'complete' }));

  const told = await agreement.ask(project, new Set(), { of: 'overview', filter });
  expect(told.counted).toEqual({ labels: 6, items: 3, annotators: 2 });
  expect(told.measures.find(({ id }) => id === 'passes')?.percent.value).toBeCloseTo(2 / 3);
  const hidden = await agreement.ask(project, new Set(runs), { of: 'overview', filter });
  expect(hidden).toMatchObject({ counted: { labels: 0 }, left: { hidden: 6 } });
  const progress = await agreement.ask(project, new Set(), { of: 'progress', nowMs: Date.now() });
  expect(progress).toMatchObject({ wanted: 6, submitted: 6, done: 3, noForecast: 'done' });
  expect(asked).toBe(4);

  const nothing = agreement.ask('f'.repeat(32), new Set(), { of: 'overview', filter });
  await expect(nothing).rejects.toMatchObject({ code: 'not_found' });
  const unasked = { of: 'confusion', filter, measure: 'field:none' } as const;
  await expect(agreement.ask(project, new Set(), unasked)).rejects.toMatchObject({ code: 'not_found' });
});
