import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
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

test('a queue that was asked for is filled to its end, whoever asked has left', async () => {
  const runs = await studio.record(Array.from({ length: 40 }, (_, i) => ({ calls: [i + 1] })));
  const { queues } = studio.annotation;
  const leaves = new AbortController();
  const asked = studio.queue(runs, {}, leaves.signal);
  leaves.abort();
  const queue = await asked;
  expect(queue.counts).toMatchObject({ items: 40, runs: 40 });
  const before = queues.list().length;
  await expect(studio.queue(runs, {}, leaves.signal)).rejects.toThrow('aborted');
  expect(queues.list()).toHaveLength(before);
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
  // All on one day, at midnight too.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 4, 6, 12) });
  onTestFinished(() => void vi.useRealTimers());
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

test('a view that gives way to another while it is read is read no further, and the other from its beginning', async () => {
  await using studio = await createAnnotationFixture();
  const { queues } = studio.annotation;
  await studio.record([{ calls: [1] }, { scenario: 'other', calls: [2] }]);
  const view = (scenario: string) => ({ from: 'view' as const, q: `scenario:${scenario}`, perTaskPerDay: 5 });
  for (let turns = 0; turns <= 12; turns += 1) {
    const making = studio.queue([], { name: `Turns ${String(turns)}`, source: view('shop') });
    const made = queues.list().find(({ name }) => name === `Turns ${String(turns)}`);
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
    await queues.change(made?.id ?? '', { source: view('other') });
    await making;
    await queues.filled();
    const { items } = queues.items(made?.id ?? '', 'all', { offset: 0, limit: 9 });
    expect(items.map(({ scenario }) => scenario)).toContain('other');
  }
});

test('a filter with a part that is not understood makes no queue: it would take every run', async () => {
  const { queues } = studio.annotation;
  const view = (q: string) => ({ from: 'view' as const, q, perTaskPerDay: 5 });
  for (const q of ['foo:1', 'reward<x', 'steps:', 'verdict:complete sort:best']) {
    await expect(studio.queue([], { source: view(q) })).rejects.toThrow('source.q: ');
    await expect(queues.preview({ queue: null, source: view(q), mergeIdentical: true })).rejects.toThrow(
      'source.q: ',
    );
  }
  const queue = await studio.queue([], { source: view('verdict:complete') });
  await expect(queues.change(queue.id, { source: view('foo:1') })).rejects.toThrow('no field foo');
  expect(queues.get(queue.id)).toMatchObject({ source: view('verdict:complete'), counts: { items: 0 } });
  await queues.change(queue.id, { state: 'closed' });
});

test('nobody gives more labels than the limit per person; skipping does not use it up', async () => {
  const runs = await studio.record([{ calls: [1] }, { calls: [2] }, { calls: [3] }, { calls: [4] }]);
  const { queues, labelling } = studio.annotation;
  const queue = await studio.queue(runs, { settings: { perPerson: 2 } });
  const ann = principal('Ann');
  const left = () => labelling.myQueues(ann).find(({ id }) => id === queue.id)?.left;
  expect(left()).toBe(2);
  const { assignment } = await labelling.next(queue.id, ann, null);
  await labelling.skip(assignment?.id ?? '', ann, 'Not mine.');
  await studio.labelAll(queue.id, 'Ann', () => ({ outcome: 'complete' }));
  expect(queues.get(queue.id).people).toMatchObject([{ name: 'Ann', submitted: 2, skipped: 1 }]);
  expect((await labelling.next(queue.id, ann, null)).none?.why).toBe('limit');
  expect(left()).toBe(0);
  // Others get what is left, and a raised limit holds at once.
  expect((await labelling.next(queue.id, principal('Ben'), null)).assignment).not.toBeNull();
  await queues.change(queue.id, { settings: { perPerson: 3 } });
  expect((await labelling.next(queue.id, ann, null)).assignment).not.toBeNull();
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
  expect(() => labelling.reveal(assignment?.id ?? '', ann)).toThrow('answered without a look');
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
    none: { why: 'not_yours' },
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
  // What is held may be ended; nothing else is given out.
  expect((await labelling.next(queue.id, principal('Ben'), null)).none?.why).toBe('closed');
  const { assignment: again } = await labelling.next(queue.id, ann, null);
  expect(again?.id).toBe(ahead?.id);
  const other = { baseRevision: 0, doc, activeMs: 1 };
  expect(labelling.saveDraft(ahead?.id ?? '', ann, other).state).toBe('reserved');
  const comment = labelling.addComment(id, ann, { anchor: { on: 'step', seq: 1 }, text: 'odd' });
  const nowhere = { on: 'cell' as const, seq: 99, table: 'orders', key: '[1]', column: null };
  expect(() => labelling.addComment(id, ann, { anchor: nowhere, text: 'odd' })).toThrow('no step 99');
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
  const last = await labelling.submit(again?.id ?? '', ann, { ...other, baseRevision: 1, key: 'in-close' });
  expect(last.next.none?.why).toBe('closed');
  expect(records.submissions({ queue: queue.id })).toHaveLength(2);
});

test('a reservation that ran out in a closed queue keeps its draft, says so, and comes back when it is opened again', async () => {
  const runs = await studio.record([{ calls: [31] }, { calls: [32] }]);
  const queue = await studio.queue(runs, { settings: { reservationMinutes: 5 } });
  const { labelling, queues } = studio.annotation;
  const ann = principal('Ann');
  const { assignment } = await labelling.next(queue.id, ann, null);
  const id = assignment?.id ?? '';
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await queues.change(queue.id, { state: 'closed' });
    const doc = labelOf({ rationale: 'half' });
    const save = { baseRevision: 0, doc, activeMs: 1 };
    vi.setSystemTime(Date.now() + 4 * 60_000);
    expect(labelling.saveDraft(id, ann, save).state).toBe('reserved');
    vi.setSystemTime(Date.now() + 4 * 60_000);
    // A sign of life keeps it, as in an open queue.
    expect(labelling.renew(id, ann).state).toBe('reserved');
    vi.setSystemTime(Date.now() + 6 * 60_000);
    expect(labelling.saveDraft(id, ann, { ...save, baseRevision: 1 })).toMatchObject({
      state: 'expired',
      reservedUntilMs: null,
      draft: { revision: 2 },
    });
    const late = labelling.submit(id, ann, { ...save, baseRevision: 2, key: 'too-late-now' });
    await expect(late).rejects.toThrow('the queue was closed. Your draft is kept, and comes back');
    expect((await labelling.next(queue.id, ann, null)).none?.why).toBe('closed');
    expect(labelling.mine(queue.id, ann, { offset: 0, limit: 9 }).items).toMatchObject([
      { assignment: id, state: 'expired', outcome: 'complete' },
    ]);
    await queues.change(queue.id, { state: 'open' });
    expect((await labelling.next(queue.id, ann, null)).assignment).toMatchObject({
      id,
      draft: { revision: 2, doc: { rationale: 'half' } },
    });
  } finally {
    vi.useRealTimers();
  }
});

test('a lead gives a reservation back: somebody else gets the item, and who worked on it is told', async () => {
  const [run = ''] = await studio.record([{ calls: [41] }]);
  const queue = await studio.queue([run]);
  const { labelling, queues } = studio.annotation;
  const [ann, ben] = [principal('Ann'), principal('Ben')];
  const { assignment } = await labelling.next(queue.id, ann, null);
  const id = assignment?.id ?? '';
  const doc = labelOf({ rationale: 'half' });
  labelling.saveDraft(id, ann, { baseRevision: 0, doc, activeMs: 1 });
  expect(queues.release(id)).toMatchObject({ assignments: [{ state: 'expired', hasDraft: true }] });
  // Nothing is held: given back again, nothing changes.
  expect(queues.release(id)).toMatchObject({ assignments: [{ state: 'expired' }] });
  const { assignment: taken } = await labelling.next(queue.id, ben, null);
  expect(taken?.draft).toMatchObject({ revision: 0, doc: { rationale: '' } });
  expect(() => labelling.renew(id, ann)).toThrow('is with others now. Your draft is kept');
  expect(labelling.saveDraft(id, ann, { baseRevision: 1, doc, activeMs: 1 }).state).toBe('expired');
  const late = labelling.submit(id, ann, { baseRevision: 2, doc, activeMs: 1, key: 'given-back' });
  await expect(late).rejects.toThrow('is with others now. Your draft is kept');
  expect((await labelling.next(queue.id, ann, null)).none?.why).toBe('all_reserved');
  queues.release(taken?.id ?? '');
  await labelling.submit(id, ann, { baseRevision: 2, doc, activeMs: 1, key: 'free-again' });
  expect(() => queues.release('0'.repeat(32))).toThrow('no such item');
  expect(queues.get(queue.id).counts).toMatchObject({ submitted: 1, reserved: 0 });
});

test('random and stratified orders come from their seed alone, whatever order runs were added in', async () => {
  await using studio = await createAnnotationFixture();
  const plans = Array.from({ length: 12 }, (_, i) => ({
    taskIdx: i < 8 ? 0 : i < 11 ? 1 : 2,
    calls: [i + 1],
  }));
  const runs = await studio.record(plans);
  const { queues } = studio.annotation;
  const tasks = new Map(runs.map((run, i) => [run, plans[i]?.taskIdx]));
  const settings = { overlap: 9, seed: 3 };
  const given = async (queue: string, name: string) => {
    await studio.labelAll(queue, name);
    const { records } = studio.annotation;
    return records.submissions({ queue, person: `local:${name}` }).map(({ run }) => run);
  };

  const random = await studio.queue(runs, { settings: { ...settings, ordering: 'random' } });
  const first = await given(random.id, 'Ann');
  expect(first).not.toEqual(runs);
  expect([...first].sort()).toEqual([...runs].sort());
  const other = await studio.queue(runs.toReversed(), { settings: { ...settings, ordering: 'random' } });
  expect(await given(other.id, 'Ann')).toEqual(first);
  await queues.change(other.id, { settings: { seed: 4 } });
  expect(await given(other.id, 'Ben')).not.toEqual(first);
  await queues.change(other.id, { settings: { seed: 3 } });
  expect(await given(other.id, 'Cyd')).toEqual(first);

  const stratified = await studio.queue(runs, { settings: { ...settings, ordering: 'stratified' } });
  const even = await given(stratified.id, 'Ann');
  const drawn = even.map((run) => tasks.get(run));
  // One of each task, then of those that have more, until the largest is alone.
  expect(drawn.slice(0, 3).sort()).toEqual([0, 1, 2]);
  expect(drawn.slice(3, 5).sort()).toEqual([0, 1]);
  expect(drawn.slice(5, 7).sort()).toEqual([0, 1]);
  expect(drawn.slice(7)).toEqual([0, 0, 0, 0, 0]);
  const again = await studio.queue(runs.toReversed(), { settings: { ...settings, ordering: 'grouped' } });
  await queues.change(again.id, { settings: { ordering: 'stratified' } });
  expect(await given(again.id, 'Ann')).toEqual(even);
});
