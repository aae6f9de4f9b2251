import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createStore } from '../../store/index.ts';
import {
  annotationOn,
  createAnnotationFixture,
  labelOf,
  LEAD,
  principal,
  type AnnotationFixture,
} from '../testing/fixture.ts';

let studio: AnnotationFixture;
beforeAll(async () => {
  studio = await createAnnotationFixture();
});
afterAll(() => studio[Symbol.asyncDispose]());

test('runs that are the same are labelled once, with provenance', async () => {
  const same = { calls: [1, 2], answer: 'two' };
  const runs = await studio.record([same, same, { ...same, answer: 'three' }, { calls: [1] }]);
  const { queues, records } = studio.annotation;
  const asked = {
    queue: null,
    source: { from: 'runs' as const, target: { ids: [...runs] } },
    mergeIdentical: true,
  };
  expect(await queues.preview(asked)).toMatchObject({ runs: 4, items: 3, identical: 1, notRecorded: 0 });
  const queue = await studio.queue(runs);
  expect(queue.counts).toMatchObject({ items: 3, runs: 4 });
  await studio.labelAll(queue.id, 'Ann', () => ({ outcome: 'complete' }));
  const [first = '', second = ''] = runs;
  expect(records.submissions({ run: second })).toMatchObject([{ run: second, copiedFrom: first }]);
  expect(records.submissions({ queue: queue.id })).toHaveLength(4);
  expect(studio.store.runs.get(second)?.label).toBe('complete');
  // One that comes later gets what was said already.
  const [late = ''] = await studio.record([same]);
  const added = await queues.addRuns(queue.id, { target: { ids: [late, first] }, people: [], again: false });
  expect(added).toMatchObject({ items: 0, identical: 1, already: 1 });
  expect(studio.store.runs.labels(late)).toMatchObject([{ by: 'Ann', source: 'queue', outcome: 'complete' }]);
});

test('items come grouped by task, and the next one shares the longest beginning with one’s own last', async () => {
  const plans = [
    { taskIdx: 1, calls: [9] },
    { taskIdx: 0, calls: [1, 2, 3] },
    { taskIdx: 0, calls: [5] },
    { taskIdx: 0, calls: [1, 2, 4] },
    { taskIdx: 0, calls: [1, 7] },
  ];
  const queue = await studio.queue(await studio.record(plans));
  const got = await studio.labelAll(queue.id, 'Ann', () => ({
    steps: { 1: { value: 1, by: 'own' }, 2: { value: 1, by: 'bulk' } },
  }));
  expect(got.map(({ run }) => run.taskIdx)).toEqual([0, 0, 0, 0, 1]);
  const calls = got.map(({ run }) => run.steps.map(({ argumentsJson }) => argumentsJson));
  const common = calls.map((list, i) => list.findIndex((call, k) => call !== calls[i - 1]?.[k]));
  expect(common).toContain(2);
  expect(got.flatMap(({ shared: with_ }) => (with_ === null ? [] : [with_.steps])).sort()).toContain(2);
});

test('a queue fills itself, so many of a task a day, also after a restart, and never with what was removed', async () => {
  await using studio = await createAnnotationFixture();
  const { queues } = studio.annotation;
  const queue = await studio.queue([], { source: { from: 'view', q: 'scenario:shop', perTaskPerDay: 2 } });
  expect(queue.counts.items).toBe(0);
  const plans = [0, 1, 2, 3].map((i) => ({ taskIdx: i === 3 ? 1 : 0, calls: [i + 1] }));
  await studio.record([...plans, { scenario: 'other', calls: [1] }]);
  await queues.filled();
  const { items } = queues.items(queue.id, 'all', { offset: 0, limit: 10 });
  expect(items.map(({ taskIdx }) => taskIdx)).toEqual([0, 0, 1]);
  queues.removeItems(queue.id, [items[0]?.id ?? ''], LEAD);
  studio.store.runs.setLabel(items[0]?.run ?? '', { by: 'Zoe', outcome: 'complete', note: null });
  await studio.record([{ taskIdx: 0, calls: [8] }]);
  await queues.filled();
  // The removed one had its place of the day.
  expect(queues.get(queue.id).counts).toMatchObject({ items: 2, removed: 1 });
  await studio.annotation[Symbol.asyncDispose]();
  await studio.record([{ taskIdx: 2, calls: [1] }]);
  await studio.store[Symbol.asyncDispose]();
  await using store = await createStore({ homeDir: studio.homeDir });
  await using again = annotationOn(store);
  await again.queues.filled();
  expect(again.queues.get(queue.id).counts).toMatchObject({ items: 3, removed: 1 });
});

test('onboarding is passed before work, with feedback; who fails tries again when the lead says so', async () => {
  const [a = '', b = '', c = ''] = await studio.record([{ calls: [1] }, { calls: [2] }, { calls: [3] }]);
  const { queues, labelling } = studio.annotation;
  const school = await studio.queue([a, b], {
    kind: 'onboarding',
    name: 'School',
    settings: { passMark: 1 },
  });
  for (const { id } of queues.items(school.id, 'all', { offset: 0, limit: 9 }).items)
    queues.setGold(school.id, id, labelOf({ outcome: 'complete' }), 'The order is there.');
  const work = await studio.queue([c], { onboarding: school.id });
  const ann = principal('Ann');
  expect((await labelling.next(work.id, ann, null)).none?.why).toBe('onboarding_first');
  const { assignment } = await labelling.next(school.id, ann, null);
  const answer = await labelling.submit(assignment?.id ?? '', ann, {
    baseRevision: 0,
    doc: labelOf({ outcome: 'incomplete' }),
    activeMs: 1,
    key: 'first-try',
  });
  expect(answer.feedback).toMatchObject({
    right: false,
    differences: [{ row: 'outcome', yours: 'incomplete', gold: 'complete' }],
    why: 'The order is there.',
    score: { right: 0, done: 1, total: 2 },
  });
  expect(answer.next.none?.why).toBe('onboarding_failed');
  expect(queues.get(school.id).people).toMatchObject([{ name: 'Ann', onboarding: { state: 'failed' } }]);
  queues.retryOnboarding(school.id, ann.id);
  await studio.labelAll(school.id, 'Ann', () => ({ outcome: 'complete' }));
  expect(queues.get(school.id).people).toMatchObject([{ onboarding: { state: 'passed', round: 1 } }]);
  expect((await labelling.next(work.id, ann, null)).assignment).not.toBeNull();
});

test('an expired draft is kept, resumed while the item is free, refused with its draft when it is not', async () => {
  const runs = await studio.record([{ calls: [1] }]);
  const queue = await studio.queue(runs, { settings: { reservationMinutes: 5 } });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const { labelling, queues } = studio.annotation;
    const [ann, ben] = [principal('Ann'), principal('Ben')];
    const { assignment } = await labelling.next(queue.id, ann, null);
    const id = assignment?.id ?? '';
    const doc = labelOf({ rationale: 'half a thought' });
    vi.setSystemTime(Date.now() + 6 * 60_000);
    // Typing goes on: nobody took it.
    expect(
      labelling.saveDraft(id, ann, { baseRevision: 0, doc, activeMs: 1 }).reservedUntilMs,
    ).not.toBeNull();
    expect((await labelling.next(queue.id, ben, null)).none?.why).toBe('all_reserved');
    vi.setSystemTime(Date.now() + 6 * 60_000);
    const { assignment: taken } = await labelling.next(queue.id, ben, null);
    expect(taken?.draft.revision).toBe(0);
    const late = { baseRevision: 1, doc: labelOf({ rationale: 'whole' }), activeMs: 2 };
    expect(labelling.saveDraft(id, ann, late)).toMatchObject({
      reservedUntilMs: null,
      draft: { revision: 2 },
    });
    await expect(labelling.submit(id, ann, { ...late, baseRevision: 2, key: 'too-late' })).rejects.toThrow(
      'Your draft is kept',
    );
    const refused = await Promise.resolve()
      .then(() => labelling.saveDraft(id, ann, late))
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'conflict', details: { draft: { revision: 2 } } });
    expect((await labelling.assignment(id, ann)).draft.doc.rationale).toBe('whole');
    await expect(labelling.assignment(id, ben)).rejects.toThrow('no such item');
    await labelling.skip(taken?.id ?? '', ben, 'no idea');
    expect((await labelling.next(queue.id, ann, null)).assignment).toMatchObject({
      id,
      draft: { revision: 2 },
    });
    expect(queues.get(queue.id).counts.skips).toBe(1);
  } finally {
    vi.useRealTimers();
  }
});

test('a label is returned with a note, taken back, edited in its window; all versions are kept', async () => {
  const [run = ''] = await studio.record([{ calls: [1], verdict: 'complete' }]);
  const queue = await studio.queue([run]);
  const { labelling, queues, records } = studio.annotation;
  const ann = principal('Ann');
  const { assignment } = await labelling.next(queue.id, ann, null);
  const id = assignment?.id ?? '';
  const submit = (baseRevision: number, outcome: string) =>
    labelling.submit(id, ann, {
      baseRevision,
      doc: labelOf({ outcome }),
      activeMs: 1,
      key: `try-no-${outcome}`,
    });
  await submit(0, 'complete');
  await submit(1, 'incomplete');
  expect(studio.store.runs.get(run)?.label).toBe('incomplete');
  expect(await labelling.undoSubmit(id, ann)).toMatchObject({
    state: 'submitted',
    versions: [{ version: 1 }],
  });
  expect(studio.store.runs.get(run)?.label).toBe('complete');
  expect(await labelling.undoSubmit(id, ann)).toMatchObject({ state: 'reserved', versions: [] });
  expect(studio.store.runs.get(run)?.label).toBeNull();
  await submit(2, 'server_error');
  expect(queues.returnLabel(id, 'See section 2.')).toMatchObject({ assignments: [{ state: 'returned' }] });
  const { assignment: back } = await labelling.next(queue.id, ann, null);
  expect(back).toMatchObject({ id, returned: { note: 'See section 2.' }, versions: [{ version: 3 }] });
  await labelling.submit(id, ann, { baseRevision: 3, doc: labelOf(), activeMs: 1, key: 'once-more' });
  expect(records.submissions({ queue: queue.id }).map(({ version, current }) => [version, current])).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, true],
  ]);
  studio.store.runs.setLabel(run, { by: 'Ada', source: 'decision', outcome: 'agent_error', note: null });
  expect(studio.store.runs.get(run)).toMatchObject({ label: 'agent_error', labels: 2 });
  await expect(labelling.next(queue.id, principal('Eve', ['annotator']), null)).resolves.toMatchObject({
    none: { why: 'done' },
  });
  await queues.change(queue.id, { state: 'closed' });
  await expect(labelling.undoSubmit(id, ann)).rejects.toThrow('closed');
});

test('runs of a queue are never deleted; what everybody skips is shown to the lead; labels are given again', async () => {
  const runs = await studio.record([{ calls: [1] }, { calls: [2] }]);
  const queue = await studio.queue(runs, { members: [{ person: 'local:Ann', name: 'Ann' }] });
  expect(await studio.store.keeping.preview(runs)).toMatchObject({
    runs: 0,
    kept: [{ reason: 'queued', runs: 2 }],
  });
  const { queues, projects, labelling } = studio.annotation;
  await studio.labelAll(queue.id, 'Ann', (_assignment, i) => (i === 0 ? undefined : { rationale: 'first' }));
  expect(queues.get(queue.id).counts).toMatchObject({ stuck: 1, submitted: 1, skips: 1 });
  expect(queues.items(queue.id, 'skipped', { offset: 0, limit: 5 }).items).toMatchObject([{ stuck: true }]);
  const { guidelines, schema } = projects.get(studio.project);
  const section = schema.doc.outcomes.find(({ value }) => value === 'complete')?.section ?? '';
  const asked = { sections: [section], dryRun: false };
  expect(await queues.relabel(queue.id, asked, LEAD)).toMatchObject({ labels: 0, queue: null });
  projects.saveGuidelines(studio.project, { base: guidelines.version, doc: guidelines.doc, note: '' }, LEAD);
  const made = await queues.relabel(queue.id, asked, LEAD);
  expect(made).toMatchObject({ labels: 1, items: 1, queue: { kind: 'relabel', relabels: queue.id } });
  const { assignment } = await labelling.next(made.queue?.id ?? '', principal('Ann'), null);
  expect(assignment).toMatchObject({
    draft: { revision: 0, doc: { rationale: 'first' } },
    guidelines: { version: 2 },
  });
});

test('pausing and closing lose nothing; what is disputed comes first; nobody gets more than two at a time', async () => {
  const runs = await studio.record([
    { calls: [21] },
    { calls: [22], verdict: 'complete' },
    { calls: [23], verdict: 'complete' },
    { calls: [24], verdict: 'complete' },
  ]);
  const disputed = runs[2] ?? '';
  studio.store.runs.setLabel(disputed, { by: 'Zoe', outcome: 'incomplete', note: null });
  const queue = await studio.queue(runs, { settings: { ordering: 'uncertain' } });
  const { labelling, queues, records } = studio.annotation;
  const ann = principal('Ann');
  const { assignment } = await labelling.next(queue.id, ann, null);
  const id = assignment?.id ?? '';
  const { assignment: ahead } = await labelling.next(queue.id, ann, id);
  expect(ahead?.id).not.toBe(id);
  expect((await labelling.next(queue.id, ann, null)).assignment?.id).toBe(id);
  expect((await labelling.next(queue.id, ann, id)).assignment?.id).toBe(ahead?.id);
  expect(queues.get(queue.id).counts.reserved).toBe(2);
  await queues.change(queue.id, { state: 'paused' });
  const doc = labelOf({ rationale: 'while paused' });
  expect(labelling.saveDraft(id, ann, { baseRevision: 0, doc, activeMs: 7 }).draft.revision).toBe(1);
  const save = { baseRevision: 1, doc, activeMs: 3 };
  expect((await labelling.submit(id, ann, { ...save, key: 'in-pause' })).next.none?.why).toBe('paused');
  expect(records.submissions({ queue: queue.id })).toMatchObject([{ run: disputed, activeMs: 7 }]);
  await queues.change(queue.id, { state: 'closed' });
  const other = { baseRevision: 0, doc, activeMs: 1 };
  labelling.saveDraft(ahead?.id ?? '', ann, other);
  await expect(
    labelling.submit(ahead?.id ?? '', ann, { ...other, baseRevision: 1, key: 'in-close' }),
  ).rejects.toThrow('closed. Your draft is kept');
  await queues.change(queue.id, { state: 'open' });
  const { assignment: again } = await labelling.next(queue.id, ann, null);
  expect(again).toMatchObject({ id: ahead?.id, draft: { revision: 1, doc: { rationale: 'while paused' } } });
  const comment = labelling.addComment(id, ann, { anchor: { on: 'step', seq: 1 }, text: 'odd' });
  expect((await labelling.assignment(id, ann)).comments).toEqual([comment]);
  expect(() => labelling.removeComment(id, principal('Ben'), comment.id)).toThrow('no such item');
  const problem = labelling.submit(again?.id ?? '', ann, {
    baseRevision: 1,
    doc: labelOf({ outcome: null }),
    activeMs: 1,
    key: 'no-outcome',
  });
  await expect(problem).rejects.toMatchObject({
    code: 'invalid_request',
    details: { problems: [{ row: 'outcome', kind: 'missing' }] },
  });
});
