import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import { provenPairSchema, pairFiltersSchema } from '../../../lib/contracts/annotation/pairs.ts';
import { queueSettingsSchema, type PairSource } from '../../../lib/contracts/annotation/queues.ts';
import { createAgreement } from '../agreement/index.ts';
import { createBlindness } from '../blindness.ts';
import {
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

function make(pairs: PairSource, more: { readonly overlap?: number; readonly dryRun?: boolean } = {}) {
  const { overlap = 1, dryRun = false } = more;
  return studio.annotation.queues.createOfPairs(
    {
      project: studio.project,
      name: 'Pairs',
      pairs,
      settings: queueSettingsSchema.parse({ overlap }),
      members: [],
      everyone: true,
      onboarding: null,
      dryRun,
    },
    LEAD,
  );
}

/** The quantities that a run ordered, which tell it from others. */
function callsOf({ steps }: Assignment['run']): string {
  return steps
    .filter(({ kind }) => kind === 'call_tool')
    .map(({ argumentsJson }) => /"quantity":(\d+)/.exec(argumentsJson ?? '')?.[1])
    .join(' ');
}

/** What makes each annotator choose the same run, wherever they see it. */
function largerSide({ run, otherRun }: Assignment): 'a' | 'b' {
  return otherRun !== null && callsOf(run) < callsOf(otherRun.run) ? 'b' : 'a';
}

const runsOf = (ids: readonly string[], perTask: number | null = null): PairSource => ({
  ...{ from: 'runs', target: { ids: [...ids] }, perTask, seed: 3 },
});

test('any two runs of one task make a pair, or so many drawn of each; what is no pair is told', async () => {
  const ids = await studio.record([
    ...[1, 2, 3, 4].map((quantity) => ({ taskIdx: 0, calls: [quantity] })),
    { taskIdx: 1, calls: [1] },
    // The same run twice.
    { taskIdx: 2, calls: [7] },
    { taskIdx: 2, calls: [7] },
  ]);
  const { added, queue } = await make(runsOf(ids), { dryRun: true });
  expect(queue).toBeNull();
  expect(added).toMatchObject({ runs: 7, tasks: 2, alone: 1, pairs: 7, items: 6, identical: 1 });
  const drawn = await make(runsOf(ids, 2));
  expect(drawn.added).toMatchObject({ pairs: 3, items: 2 });
  const { queues } = studio.annotation;
  const again = await queues.addPairs(drawn.queue?.id ?? '', { pairs: runsOf(ids), dryRun: false });
  expect(again).toMatchObject({ items: 4, already: 2, identical: 1 });
  await expect(make(runsOf([ids[4] ?? '', ids[0] ?? '']))).rejects.toMatchObject({ code: 'conflict' });
  const many = { from: 'runs' as const, target: { ids: [...ids] }, perTask: null, seed: 0 };
  await expect(
    queues.addPairs((await studio.queue(ids)).id, { pairs: many, dryRun: true }),
  ).rejects.toMatchObject({ code: 'invalid_request' });
});

test('only a project whose schema asks which run is better gets a queue of pairs', async () => {
  const { projects, queues } = studio.annotation;
  const { id, schema } = projects.create({ name: 'Plain', description: '', language: 'en' }, LEAD);
  const doc = { ...schema.doc, preference: null };
  projects.saveSchema(id, { base: 1, doc, note: '', source: null }, LEAD);
  const ids = await studio.record([{ calls: [1] }, { calls: [2] }]);
  const asked = {
    ...{ project: id, name: 'Pairs', pairs: runsOf(ids), settings: queueSettingsSchema.parse({}) },
    ...{ members: [], everyone: true, onboarding: null, dryRun: false },
  };
  await expect(queues.createOfPairs(asked, LEAD)).rejects.toThrow('does not ask which of two runs is better');
  await expect(studio.queue([], { project: id, kind: 'preference' })).rejects.toThrow('does not ask');
});

test('annotators see the two runs in orders of their own; who chose the same run agrees, and all read the same of it', async () => {
  const ids = await studio.record(Array.from({ length: 8 }, (_, i) => ({ taskIdx: 5, calls: [1, i + 2] })));
  const { queue } = await make(runsOf(ids, 12), { overlap: 2 });
  const id = queue?.id ?? '';
  const blindness = createBlindness(studio.store.hiddenRuns);
  const evidence: string[] = [];
  let atA = 0;
  for (const name of ['Ann', 'Ben']) {
    const seen = await studio.labelAll(id, name, (assignment) => {
      for (const [alias, run] of [
        [assignment.id, assignment.run],
        [assignment.otherRun?.alias ?? '', assignment.otherRun?.run ?? assignment.run],
      ] as const) {
        // What stands for a run leads to its evidence.
        const named = blindness.runOf(alias, principal(name)) ?? '';
        const quantity = studio.store.steps(named).find(({ seq }) => seq === 2)?.argumentsJson ?? '';
        expect(quantity).toContain(`"quantity":${callsOf(run).split(' ')[1] ?? ''}`);
        evidence.push(named);
      }
      expect(assignment.otherRun?.shared).toEqual({ calls: 1, seq: 2, otherSeq: 2 });
      return { outcome: null, preference: largerSide(assignment) };
    });
    atA += seen.filter((assignment) => largerSide(assignment) === 'a').length;
  }
  // In about half of 24 the larger one stands at A.
  expect(atA).toBeGreaterThan(0);
  expect(atA).toBeLessThan(24);
  expect(new Set(evidence).size).toBeGreaterThan(2);
  const records = studio.annotation.records.submissions({ queue: id });
  expect(records).toHaveLength(24);
  for (const { run, otherRun, doc } of records) {
    const [a = '', b = ''] = [run, otherRun ?? ''].map(
      (each) => studio.store.steps(each).find(({ seq }) => seq === 2)?.argumentsJson ?? '',
    );
    const [x, y] = [a, b].map((text) => Number(/"quantity":(\d+)/.exec(text)?.[1]));
    expect(doc.preference).toBe(Number(x) > Number(y) ? 'a' : 'b');
  }
  await using agreement = createAgreement({
    homeDir: studio.homeDir,
    revisionOf: () => String(studio.store.annotation.revision()),
  });
  const told = await agreement.ask(studio.project, new Set(), {
    of: 'overview',
    filter: { queue: id, tolerance: 1 },
  });
  expect(told.measures.find((measure) => measure.id === 'preference')).toMatchObject({
    kind: 'ordinal',
    items: 12,
    percent: { value: 1 },
    fleiss: { value: 1 },
    alpha: { value: 1 },
  });
});

test('drafts, conflicts, versions, the list of one’s own and Reveal say A and B as the annotator sees them', async () => {
  const ids = await studio.record([
    { taskIdx: 7, calls: [1, 2], verdict: 'complete' },
    { taskIdx: 7, calls: [1, 3], verdict: 'incomplete' },
  ]);
  const { queue } = await make(runsOf(ids), { overlap: 20 });
  const { labelling, records } = studio.annotation;
  for (const name of ['Ada', 'Bob', 'Cid', 'Dee', 'Eli', 'Fay']) {
    const who = principal(name);
    const { assignment } = await labelling.next(queue?.id ?? '', who, null);
    if (assignment === null) throw new Error('no item');
    const { id } = assignment;
    const doc = labelOf({ outcome: null, preference: largerSide(assignment) });
    const better = doc.preference;
    expect(labelling.saveDraft(id, who, { baseRevision: 0, doc, activeMs: 1 }).draft.doc).toEqual(doc);
    expect((await labelling.assignment(id, who)).draft.doc).toEqual(doc);
    const stale = () => labelling.saveDraft(id, who, { baseRevision: 0, doc, activeMs: 1 });
    expect(stale).toThrow(
      expect.objectContaining({ details: { draft: expect.objectContaining({ doc }) as unknown } }),
    );
    const revealed = labelling.reveal(id, who);
    const [larger, smaller] = better === 'a' ? [revealed, revealed.other] : [revealed.other, revealed];
    expect([larger?.verdict, smaller?.verdict]).toEqual(['incomplete', 'complete']);
    // What others said is told in the order that this one sees.
    expect(new Set(revealed.labels.map(({ preference }) => preference))).toEqual(
      new Set(revealed.labels.length === 0 ? [] : [better]),
    );
    await labelling.submit(id, who, { baseRevision: 1, doc, activeMs: 1, key: `key-${name}-1` });
    const submitted = await labelling.assignment(id, who);
    expect(submitted.versions.map((version) => version.doc.preference)).toEqual([better]);
    const { items } = labelling.mine(queue?.id ?? '', who, { offset: 0, limit: 5 });
    expect(items.map(({ preference }) => preference)).toEqual([better]);
  }
  const kept = records.submissions({ queue: queue?.id ?? '' }).map(({ doc }) => doc.preference);
  expect(new Set(kept).size).toBe(1);
});

test('a kept set becomes a queue; neither its order nor a page of it tells who is to label it which run passed', async () => {
  const ids = await studio.record(
    Array.from({ length: 6 }, (_, i) => ({
      taskIdx: 8,
      calls: [1, i + 2],
      verdict: i < 3 ? ('complete' as const) : ('incomplete' as const),
    })),
  );
  const side = (run: string, verdict: string) => ({
    ...{ run, verdict, verifierHash: null, label: null, policy: null, checkpoint: null },
    action: { seq: 2, kind: 'call', toolName: 'add', argumentsJson: '{}', httpStatus: 200 },
    ...{ runs: 1, passed: verdict === 'complete' ? 1 : 0 },
  });
  const pairs = ids.slice(0, 3).flatMap((pass) =>
    ids.slice(3).map((fail) =>
      provenPairSchema.parse({
        ...{ scenario: 'shop', taskIdx: 8, prefix: 1, prefixHash: pass, statesKnown: true },
        ...{ chosen: side(pass, 'complete'), rejected: side(fail, 'others') },
      }),
    ),
  );
  const shelf = studio.store.training.pairs;
  const { id } = shelf.add(
    {
      ...{ id: 'a'.repeat(32), name: 'Set', project: null, filters: pairFiltersSchema.parse({}), query: '' },
      ...{ counts: { runs: 6, used: 6, tasks: 1, pairs: 9, left: [] }, by: 'Lena', atMs: 1 },
    },
    ids,
    pairs,
  );
  const { queue, added } = await make({ from: 'set', set: id });
  expect(added).toMatchObject({ runs: 6, tasks: 1, pairs: 9, items: 9 });
  const { items } = studio.annotation.queues.items(queue?.id ?? '', 'all', { offset: 0, limit: 20 });
  for (const { run, otherRun } of items) expect((run ?? '') < (otherRun ?? '')).toBe(true);
  expect(new Set(items.map(({ run, otherRun }) => [run, otherRun].sort().join()))).toEqual(
    new Set(pairs.map(({ chosen, rejected }) => [chosen.run, rejected.run].sort().join())),
  );
  expect(shelf.holds(id, (run) => run === ids[5])).toBe(true);
  expect(shelf.holds(id, () => false)).toBe(false);
  const [missing] = [{ from: 'set' as const, set: 'b'.repeat(32) }];
  await expect(make(missing)).rejects.toMatchObject({ code: 'not_found' });
});

test('labels of pairs are given again where the schema changed, each with what its author said of which run; gold ones stay out', async () => {
  const ids = await studio.record([3, 4, 5].map((quantity) => ({ taskIdx: 9, calls: [1, quantity] })));
  const { queue } = await make(runsOf(ids), { overlap: 2 });
  const id = queue?.id ?? '';
  const { queues, projects, records } = studio.annotation;
  const [gold] = queues.items(id, 'all', { offset: 0, limit: 1 }).items;
  queues.setGold(id, gold?.id ?? '', { ...labelOf({ outcome: null }), preference: 'a' }, 'known');
  await queues.change(id, { settings: { goldOneIn: 1 } });
  const say = (assignment: Assignment) => ({ outcome: null, preference: largerSide(assignment) });
  for (const name of ['Gil', 'Hal']) await studio.labelAll(id, name, say);
  const { schema } = projects.get(studio.project);
  projects.saveSchema(
    studio.project,
    { base: schema.version, doc: { ...schema.doc, rationale: 'required' }, note: '', source: null },
    LEAD,
  );
  const again = await queues.relabel(id, { sections: [], dryRun: false }, LEAD);
  expect(again).toMatchObject({ labels: 4, items: 2, gold: 2, queue: { kind: 'relabel' } });
  // What each begins with says the same of the same run.
  for (const name of ['Gil', 'Hal'])
    await studio.labelAll(again.queue?.id ?? '', name, (assignment) => {
      expect(assignment.draft.doc.preference).toBe(largerSide(assignment));
      return { ...say(assignment), rationale: 'still' };
    });
  const said = (of: string) =>
    records
      .submissions({ queue: of })
      .filter(({ itemKind }) => itemKind === 'work')
      .map(({ run, otherRun, person, doc }) => [run, otherRun, person, doc.preference].join(' '));
  expect(new Set(said(again.queue?.id ?? ''))).toEqual(new Set(said(id)));
});
