import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '../../../lib/contracts/errors.ts';
import { seededRandom } from '../../../lib/util/seeded-random.ts';
import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import { createBlindness } from '../blindness.ts';
import { createAnnotationFixture, labelOf, principal, type AnnotationFixture } from '../testing/fixture.ts';

let studio: AnnotationFixture;
beforeAll(async () => {
  studio = await createAnnotationFixture();
});
afterAll(() => studio[Symbol.asyncDispose]());
afterEach(() => void vi.useRealTimers());

test.each([1, 2])(
  'whatever people do in whatever order, no item gets more labels than its overlap, none from one person twice, and what was answered as saved is there (%i)',
  async (seed) => {
    const runs = await studio.record(
      Array.from({ length: 8 }, (_, i) => ({ taskIdx: i % 3, calls: [1, i + 2] })),
    );
    const overlap = 2;
    const queue = await studio.queue(runs, {
      settings: { overlap, reservationMinutes: 1, goldOneIn: 4, repeatOneIn: 4, seed, editMinutes: 10 },
    });
    const [gold] = studio.annotation.queues.items(queue.id, 'all', { offset: 0, limit: 1 }).items;
    studio.annotation.queues.setGold(queue.id, gold?.id ?? '', labelOf({ outcome: 'complete' }), 'known');
    vi.useFakeTimers({ toFake: ['Date'] });
    const { labelling, queues, records } = studio.annotation;
    const random = seededRandom(seed);
    const roll = (sides: number) => Math.floor(random() * sides);
    const people = ['Ann', 'Ben', 'Cleo', 'Dov', 'Eve'].map((name) => principal(name));
    const held = new Map<string, Assignment[]>(people.map(({ id }) => [id, []]));
    const saved = new Map<string, { readonly revision: number; readonly rationale: string }>();
    const submitted = new Set<string>();
    const refused = new Set<string>();

    for (let turn = 0; turn < 250; turn += 1) {
      if (turn % 10 === 0) await queues.change(queue.id, { state: 'open' });
      const who = people[roll(people.length)] ?? principal('Ann');
      const mine = held.get(who.id) ?? [];
      const one = mine[roll(Math.max(1, mine.length))];
      const rationale = `turn ${String(turn)}`;
      const save = () => ({
        baseRevision: saved.get(one?.id ?? '')?.revision ?? 0,
        doc: labelOf({ rationale }),
        activeMs: turn,
      });
      try {
        switch (roll(9)) {
          case 0:
          case 1: {
            const { assignment } = await labelling.next(
              queue.id,
              who,
              roll(2) === 0 ? null : (one?.id ?? null),
            );
            if (assignment !== null && mine.every(({ id }) => id !== assignment.id)) mine.push(assignment);
            break;
          }
          case 2:
          case 3:
            if (one === undefined) break;
            saved.set(one.id, {
              revision: labelling.saveDraft(one.id, who, save()).draft.revision,
              rationale,
            });
            break;
          case 4:
          case 5: {
            if (one === undefined) break;
            const key = `key-${String(turn)}-${one.id.slice(0, 8)}`;
            const answer = await labelling.submit(one.id, who, { ...save(), key });
            const again = await labelling.submit(one.id, who, { ...save(), key });
            expect(again.submission).toEqual(answer.submission);
            submitted.add(answer.submission.id);
            saved.set(one.id, { revision: save().baseRevision + 1, rationale });
            break;
          }
          case 6:
            if (one !== undefined) await labelling.skip(one.id, who, 'cannot tell');
            break;
          case 7:
            if (one !== undefined) await labelling.reopen(one.id, who);
            break;
          default:
            if (roll(3) === 0) vi.setSystemTime(Date.now() + 61_000);
            else if (roll(4) < 2) {
              await queues.change(queue.id, { state: 'closed' });
            } else if (one !== undefined && roll(2) === 0) await labelling.undoSubmit(one.id, who);
            else if (one !== undefined) queues.returnLabel(one.id, 'look again');
        }
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
        refused.add(error.message);
      }
      if (turn % 5 !== 0) continue;
      const perItem = new Map<string, string[]>();
      for (const each of records.submissions({ queue: queue.id }))
        if (each.current && each.itemKind === 'work')
          perItem.set(each.item, [...(perItem.get(each.item) ?? []), each.person]);
      for (const persons of perItem.values()) {
        expect(persons.length).toBeLessThanOrEqual(overlap);
        expect(new Set(persons).size).toBe(persons.length);
      }
      for (const item of queues.items(queue.id, 'work', { offset: 0, limit: 50 }).items) {
        const taken = item.assignments.filter(
          ({ kind, state }) => kind === 'work' && ['reserved', 'submitted', 'returned'].includes(state),
        );
        expect(taken.length).toBeLessThanOrEqual(overlap);
      }
    }
    const kept = new Set(records.submissions({ queue: queue.id }).map(({ id }) => id));
    for (const id of submitted) expect(kept.has(id)).toBe(true);
    for (const [id, { revision, rationale }] of saved) {
      const owner = people.find(({ id: person }) => held.get(person)?.some((each) => each.id === id));
      const { draft } = await labelling.assignment(id, owner ?? principal('Ann'));
      expect(draft).toMatchObject({ revision, doc: { rationale } });
    }
    expect(submitted.size).toBeGreaterThan(10);
    expect(refused.size).toBeGreaterThan(0);
  },
);

test('a person sees gold items and their own earlier ones among the others, and cannot tell which they are', async () => {
  const runs = await studio.record(Array.from({ length: 12 }, (_, i) => ({ calls: [1, i + 2] })));
  const settings = { goldOneIn: 4, repeatOneIn: 5, seed: 7 };
  const queue = await studio.queue(runs, { settings });
  const { queues, records } = studio.annotation;
  const { items } = queues.items(queue.id, 'all', { offset: 0, limit: 20 });
  for (const { id } of items.slice(0, 3)) queues.setGold(queue.id, id, labelOf(), 'known');
  const got = await studio.labelAll(queue.id, 'Ann');
  const given = records.submissions({ queue: queue.id, person: 'local:Ann' });
  expect(given.filter(({ itemKind }) => itemKind === 'work')).toHaveLength(9);
  expect(given.filter(({ itemKind }) => itemKind === 'gold').length).toBeGreaterThan(1);
  const repeats = given.filter(({ itemKind }) => itemKind === 'repeat');
  expect(repeats.length).toBeGreaterThan(0);
  for (const { repeats: item } of repeats)
    expect(given.filter((each) => each.item === item && each.itemKind === 'work')).toHaveLength(1);
  expect(got.map(({ index }) => index)).toEqual(got.map((_, i) => i + 1));
  // Planned from the beginning.
  expect(new Set(got.map(({ total }) => total))).toEqual(new Set([got.length]));
  expect(new Set(got.map((each) => Object.keys(each).sort().join()))).toHaveProperty('size', 1);
  const told = JSON.stringify(got);
  for (const word of ['gold', 'repeat', '"round"', ...items.map(({ id }) => id), ...runs])
    expect(told.includes(word) ? word : '').toBe('');
});

test('who looked at verdict and labels before says so on the label, and a version after a look at what tells how runs ended too', async () => {
  const [run = ''] = await studio.record([{ calls: [51], verdict: 'complete' }]);
  const queue = await studio.queue([run], { settings: { overlap: 3 } });
  const { labelling, queues, records } = studio.annotation;
  const blindness = createBlindness(studio.store.hiddenRuns);
  const [ann, ben, cleo] = [principal('Ann'), principal('Ben'), principal('Cleo')];
  const told = () =>
    records.submissions({ queue: queue.id }).map(({ name, version, revealed }) => [name, version, revealed]);
  const take = async (who: typeof ann) => (await labelling.next(queue.id, who, null)).assignment?.id ?? '';
  const submit = (id: string, who: typeof ann, baseRevision: number, outcome: string) => {
    const save = { baseRevision, doc: labelOf({ outcome }), activeMs: 1 };
    return labelling.submit(id, who, { ...save, key: `at-${String(baseRevision)}-${outcome}` });
  };
  const anns = await take(ann);
  await submit(anns, ann, 0, 'incomplete');
  expect(told()).toEqual([['Ann', 1, false]]);

  const bens = await take(ben);
  expect(blindness.of(ben).hides(run)).toBe(true);
  const seen = labelling.reveal(bens, ben);
  expect(seen).toMatchObject({ verdict: 'complete', labels: [{ outcome: 'incomplete' }] });
  expect(blindness.of(ben).hides(run)).toBe(false);
  // The first time counts.
  expect(labelling.reveal(bens, ben).atMs).toBe(seen.atMs);
  expect((await labelling.assignment(bens, ben)).revealed).toBe(true);
  expect(() => labelling.reveal(bens, cleo)).toThrow('no such item');
  await submit(bens, ben, 0, 'complete');
  expect(told()).toContainEqual(['Ben', 1, true]);

  // Taken back at once, a slip is mended blind.
  expect(await labelling.undoSubmit(anns, ann)).toMatchObject({ state: 'reserved', mayHaveLooked: false });
  await submit(anns, ann, 1, 'complete');
  // Submitted, the run is open to its author.
  studio.looks.note(ann);
  expect(await labelling.reopen(anns, ann)).toMatchObject({ submittedBefore: true, mayHaveLooked: true });
  await submit(anns, ann, 2, 'agent_error');
  // A reviewer's note is a word of somebody else.
  const cleos = await take(cleo);
  await submit(cleos, cleo, 0, 'complete');
  queues.returnLabel(cleos, 'Look again.');
  await submit(cleos, cleo, 1, 'incomplete');
  expect(told()).toEqual([
    ['Ann', 1, false],
    ['Ben', 1, true],
    ['Ann', 2, false],
    ['Ann', 3, true],
    ['Cleo', 1, false],
    ['Cleo', 2, true],
  ]);
  const [item] = queues.items(queue.id, 'all', { offset: 0, limit: 5 }).items;
  expect(item?.assignments.map(({ name, revealed }) => [name, revealed])).toEqual([
    ['Ann', true],
    ['Ben', true],
    ['Cleo', true],
  ]);
});

test('the list of one’s own says what was submitted, not what was drafted on it since', async () => {
  const queue = await studio.queue(await studio.record([{ calls: [61] }]));
  const { labelling } = studio.annotation;
  const ann = principal('Ann');
  const id = (await labelling.next(queue.id, ann, null)).assignment?.id ?? '';
  await labelling.submit(id, ann, { baseRevision: 0, doc: labelOf(), activeMs: 1, key: 'the-first' });
  const doc = labelOf({ outcome: 'incomplete', flagged: true });
  expect(labelling.saveDraft(id, ann, { baseRevision: 1, doc, activeMs: 1 }).state).toBe('submitted');
  expect(labelling.mine(queue.id, ann, { offset: 0, limit: 5 }).items).toMatchObject([
    { outcome: 'complete', flagged: false, versions: 1 },
  ]);
});

test('an item goes from queue to label', async () => {
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
  const first = records.submissions({ queue: queue.id })[0]?.run ?? '';
  expect(studio.store.runs.get(first)).toMatchObject({ label: 'complete', labels: 1 });
  expect(studio.annotation.queues.get(queue.id).counts).toMatchObject({ submitted: 1, reserved: 1 });
});
