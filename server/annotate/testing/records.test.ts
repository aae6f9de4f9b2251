import { expect, test } from 'vitest';
import { createTestRecords, TEST_PROJECT, testPerson } from './records.ts';

test('records are read by project, queue, run and person; a new version takes the place of the last', () => {
  const records = createTestRecords();
  const first = records.item();
  const other = records.item({ queue: 'b'.repeat(32), scenario: 'bank' });
  records.submit(first, 'Ada', {
    outcome: 'complete',
    steps: { 1: 1, 2: -1 },
    firstError: 2,
    tags: ['slip'],
  });
  const second = records.submit(first, 'Ada', { outcome: 'failed' });
  records.submit(other, 'Ben');
  records.decide(first, 'Cy', { outcome: 'failed' });

  const ofFirst = records.submissions({ run: first.run });
  expect(ofFirst.map(({ version, current }) => [version, current])).toEqual([
    [1, false],
    [2, true],
  ]);
  expect(ofFirst[0]?.doc).toMatchObject({
    steps: { 1: { value: 1, by: 'own' }, 2: { value: -1, by: 'own' } },
    firstError: { seq: 2, proposed: false },
    tags: [{ value: 'slip', severity: null }],
  });
  expect(second.assignment).toBe(ofFirst[0]?.assignment);
  expect(records.submissions({ person: testPerson('Ben') })).toHaveLength(1);
  expect(records.items({ project: TEST_PROJECT, queue: other.queue })).toMatchObject([
    { scenario: 'bank', assignments: [{ name: 'Ben', state: 'submitted' }] },
  ]);
  expect(records.decisions({ project: 'x' })).toEqual([]);
  expect(records.revision()).toBe(6);
});
