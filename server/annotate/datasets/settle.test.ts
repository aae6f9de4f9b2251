import { expect, test } from 'vitest';
import { createTestRecords } from '../testing/records.ts';
import { consensusOn, outcomeOf, settledBy } from './settle.ts';

const MEANS = new Map<string | null, 'complete' | 'incomplete' | 'server_error'>([
  ['complete', 'complete'],
  ['clumsy', 'complete'],
  ['incomplete', 'incomplete'],
  ['broken', 'server_error'],
]);
const means = ({ doc }: { readonly doc: { readonly outcome: string | null } }) =>
  MEANS.get(doc.outcome) ?? null;

test('a run is settled as complete or not, as verifiers are held against people; its name is told where all use it', () => {
  const records = createTestRecords();
  const run = (...outcomes: readonly string[]) => {
    const item = records.item();
    for (const [index, outcome] of outcomes.entries()) records.submit(item, `P${String(index)}`, { outcome });
    return outcomeOf(records.submissions({ run: item.run }), [], means);
  };
  expect(run('complete', 'clumsy')).toMatchObject({ complete: true, settled: 'agreed', value: null });
  expect(run('incomplete', 'broken')).toMatchObject({ complete: false, settled: 'agreed', value: null });
  expect(run('complete', 'complete', 'broken')).toBe('disputed');
  expect(run('clumsy')).toMatchObject({ settled: 'single', value: 'clumsy' });
  expect(run('unknown')).toBeUndefined();
});

test('a decision stands above labels, and one that says nothing of a thing does not', () => {
  const records = createTestRecords();
  const item = records.item();
  records.submit(item, 'Ada', { outcome: 'complete', steps: { 1: 1 } });
  records.submit(item, 'Ben', { outcome: 'broken', steps: { 1: 1 } });
  records.decide(item, 'Cy', { outcome: 'incomplete' });
  const labels = records.submissions({ run: item.run });
  const decisions = records.decisions({ run: item.run });
  expect(outcomeOf(labels, decisions, means)).toMatchObject({
    complete: false,
    value: 'incomplete',
    settled: 'decided',
    labels: [{ name: 'Ben' }],
  });
  expect(consensusOn('step:1', labels, decisions)).toMatchObject({ value: '1', settled: 'agreed' });
  expect(consensusOn('step:1', labels, decisions)).toMatchObject({ decision: undefined });
});

test('one person who labelled a run in two queues makes no agreement with themselves', () => {
  const records = createTestRecords();
  const [here, there] = [records.item(), records.item()];
  const labels = [here, there].map((item) =>
    records.submit(item, 'Ada', { outcome: 'complete', steps: { 1: 1 } }),
  );
  expect(consensusOn('step:1', labels, [])).toMatchObject({
    settled: 'single',
    labels: [{ id: labels[1]?.id }],
  });
  expect(outcomeOf(labels, [], means)).toMatchObject({ settled: 'single' });
  expect(settledBy(labels, 'step:1')).toBe('single');
});
