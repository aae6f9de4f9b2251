import { expect, test } from 'vitest';
import { createAnnotationFixture, labelOf, LEAD, principal } from '../testing/fixture.ts';

test('an item goes from queue to label', async () => {
  await using studio = await createAnnotationFixture();
  const runs = await studio.record([
    { calls: [1, 2], verdict: 'complete' },
    { calls: [1, 3], verdict: 'incomplete' },
  ]);
  const queue = await studio.queue(runs, { settings: { overlap: 2 } });
  expect(queue.counts).toMatchObject({ items: 2, wanted: 4, submitted: 0 });
  const { labelling, records } = studio.annotation;
  const ann = principal('Ann');
  const { assignment } = await labelling.next(queue.id, ann, null);
  if (assignment === null) throw new Error('no item');
  expect(assignment).toMatchObject({ index: 1, total: 2, state: 'reserved' });
  const text = JSON.stringify(assignment);
  for (const word of ['"complete"}', 'verify_result', 'tool_call_ok', 'reward', ...runs])
    expect(text.includes(word) ? word : '').toBe('');
  expect(assignment.run.steps[0]).toMatchObject({
    responseText: '{"quantity":1.0}',
    message: 'I add 1',
    rows: { added: 1, changed: 0, removed: 0 },
  });
  const saved = labelling.saveDraft(assignment.id, ann, { baseRevision: 0, doc: labelOf(), activeMs: 5 });
  expect(saved.draft.revision).toBe(1);
  const answer = await labelling.submit(assignment.id, ann, {
    baseRevision: 1,
    doc: labelOf({ steps: { 1: { value: 1, by: 'own' } } }),
    activeMs: 9,
    key: 'abcdefgh',
  });
  expect(answer.next.assignment).toMatchObject({ index: 2, shared: { steps: 1 } });
  expect(records.submissions({ queue: queue.id })).toMatchObject([
    { person: 'local:Ann', version: 1, current: true, activeMs: 9 },
  ]);
  const first = records.submissions({})[0]?.run ?? '';
  expect(studio.store.runs.get(first)).toMatchObject({ label: 'complete', labels: 1 });
  expect(studio.annotation.queues.get(queue.id).counts).toMatchObject({ submitted: 1, reserved: 1 });
  expect(LEAD.name).toBe('Lena');
});
