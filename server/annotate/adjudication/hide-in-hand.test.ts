import { expect, test } from 'vitest';
import { createBlindness } from '../blindness.ts';
import { createAnnotationFixture, principal } from '../testing/fixture.ts';
import { createAdjudication, hideInHand, projectReader, runReader } from './index.ts';

test('an adjudicator is blind to the runs of what they opened, with identical ones, until it is given back', async () => {
  await using fixture = await createAnnotationFixture();
  const { store, annotation, project } = fixture;
  const plan = { calls: [1, 2], verdict: 'complete' } as const;
  const runs = await fixture.record([plan, plan, { calls: [3] }]);
  const queue = await fixture.queue(runs, {
    everyone: true,
    settings: { overlap: 2 },
    members: ['Ada', 'Ben'].map((name) => ({ person: `local:${name}`, name })),
  });
  for (const [name, outcome] of [
    ['Ada', 'complete'],
    ['Ben', 'incomplete'],
  ] as const)
    await fixture.labelAll(queue.id, name, () => ({ outcome }));
  const before = createBlindness(store.hiddenRuns);
  const adjudication = createAdjudication({
    records: annotation.records,
    shelf: store.adjudication,
    blindness: before,
    projects: projectReader(annotation.projects, (id) => annotation.queues.find(id)),
    runs: runReader(store, annotation.labelling.blindRuns),
    setDecided: () => undefined,
  });
  const blindness = hideInHand(
    before,
    (person) => store.adjudication.inHand(person),
    (alias, who) => adjudication.runOfItem(alias, who),
    (run) => store.runs.get(run),
  );
  const cy = principal('Cy');
  const hidden = (who = cy) => runs.map((run) => blindness.of(who).hides(run));
  expect(hidden()).toEqual([false, false, false]);

  // The first two runs went the same way: one item.
  const item = annotation.records.items({ run: runs[0] ?? '' })[0]?.id ?? '';
  await adjudication.hold(item, cy);
  expect(hidden()).toEqual([true, true, false]);
  // The queue is open to Cy too, who has nothing to label of these runs any more.
  expect(blindness.inHandOf(cy, runs[1])).toEqual([{ item, project, person: cy.id }]);
  expect(blindness.inHandOf(cy)).toHaveLength(1);
  expect(blindness.inHandOf(cy, runs[2])).toEqual([]);
  expect(blindness.inHandOf(principal('Di'))).toEqual([]);
  expect(blindness.queuesOf(runs[0] ?? '', cy)).toEqual([]);
  expect(hidden({ ...cy, permissions: new Set() })).toEqual([true, true, false]);
  expect(blindness.of(cy).hidesTask('shop', 0)).toBe(true);
  expect(hidden(principal('Di'))).toEqual([false, false, false]);
  // Who is signed out may be who has it in hand; that the third is still to label is another matter.
  const fromStrangers = () => runs.map((run) => blindness.ofStrangers().hides(run));
  expect(fromStrangers()).toEqual([true, true, false]);
  expect(blindness.ofStrangers().hidesTask('shop', 0)).toBe(true);

  expect(adjudication.giveBack(project, item, cy)).toBe(0);
  expect(adjudication.giveBack(project, undefined, cy)).toBe(1);
  expect(hidden()).toEqual([false, false, false]);
  expect((await adjudication.hold(item, cy)).couldLook).toBe(true);
  expect(hidden()).toEqual([true, true, false]);
  await adjudication.reveal(item, cy);
  expect(fromStrangers()).toEqual([false, false, false]);
  expect(hidden()).toEqual([false, false, false]);
});
