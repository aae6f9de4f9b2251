import { expect, test } from 'vitest';
import { gradingQuerySchema } from '../../../lib/contracts/annotation/grading.ts';
import { EMPTY_LABEL } from '../../../lib/domain/labels/index.ts';
import { createAdjudication, projectReader, runReader } from '../adjudication/index.ts';
import { sighted } from '../sighted.ts';
import { createAnnotationFixture, principal } from '../testing/fixture.ts';
import { createGrading } from './index.ts';

test('verdicts meet decisions, unanimous labels and library labels of real runs', async () => {
  await using fixture = await createAnnotationFixture();
  const { store, annotation, project } = fixture;
  const verdicts = ['complete', 'complete', 'incomplete', 'incomplete', undefined] as const;
  const runs = await fixture.record(
    verdicts.map((verdict, index) => ({ calls: [index + 1], ...(verdict !== undefined && { verdict }) })),
  );
  const queue = await fixture.queue(runs, {
    settings: { overlap: 2 },
    members: ['Ada', 'Ben'].map((name) => ({ person: `local:${name}`, name })),
  });
  const quantity = ({
    run,
  }: {
    readonly run: { readonly steps: readonly { readonly argumentsJson: string | null }[] };
  }) => Number(/"quantity":(\d+)/.exec(run.steps[0]?.argumentsJson ?? '')?.[1]);
  // Runs 1 and 4: both say complete; 2: they disagree; 3 and 5: both say incomplete.
  await fixture.labelAll(queue.id, 'Ada', (item) => ({
    outcome: [1, 2, 4].includes(quantity(item)) ? 'complete' : 'incomplete',
  }));
  await fixture.labelAll(queue.id, 'Ben', (item) => ({
    outcome: [1, 4].includes(quantity(item)) ? 'complete' : 'incomplete',
    tags: quantity(item) === 2 ? [{ value: 'ambiguous_task', severity: null }] : [],
  }));
  const projects = projectReader(annotation.projects, (id) => annotation.queues.find(id));
  const grading = createGrading({ records: annotation.records, projects, verdicts: store.verdictsOfRuns });
  const query = gradingQuerySchema.parse({ least: '1', over: '0.05' });

  const before = grading.grade(project, query);
  expect(before.runs).toEqual({ decided: 0, agreed: 4, single: 0, disputed: 1, noVerdict: 1 });
  expect(before.all).toMatchObject({
    truePasses: 1,
    falsePasses: 0,
    falseFailures: 1,
    trueFailures: 1,
    n: 3,
  });

  const adjudication = createAdjudication({
    records: annotation.records,
    shelf: store.adjudication,
    blindness: sighted(),
    projects,
    runs: runReader(store, annotation.labelling.blindRuns),
    setDecided: (run, decision) => store.runs.setLabel(run, { ...decision, source: 'decision' }),
  });
  const cy = principal('Cy');
  const [group] = adjudication.list(project, { show: 'todo' }, cy).groups;
  const item = group?.items[0]?.item ?? '';
  const { labels } = await adjudication.hold(item, cy);
  // Ben is right: the verifier passed what it should not have.
  const letter = labels.find(({ doc }) => doc.outcome === 'incomplete')?.letter ?? '';
  const draft = {
    choices: { outcome: letter },
    own: EMPTY_LABEL,
    reason: 'wrong amount',
    section: null,
    proposal: null,
  };
  const answer = await adjudication.decide(
    item,
    { baseRevision: 0, draft, key: 'decide-one', like: null },
    cy,
  );
  expect(answer.shown?.run).toBe(runs[1]);
  expect(store.runs.get(runs[1] ?? '')?.label).toBe('incomplete');

  store.runs.setLabel(runs[0] ?? '', { by: 'Eve', outcome: 'incomplete', note: null });
  const after = grading.grade(project, query);
  expect(after.runs).toMatchObject({ decided: 1, agreed: 4, disputed: 0 });
  expect(after.falsePasses).toMatchObject([
    { run: runs[1], human: 'incomplete', source: 'decided', labels: 2 },
  ]);
  expect(after.falseFailures).toMatchObject([{ run: runs[3], verdict: 'incomplete', human: 'complete' }]);
  expect(after.quick).toMatchObject({ falsePasses: 1, n: 1 });
  expect(after.versions).toMatchObject([{ verifier: 'f'.repeat(64), n: 4 }]);
  expect(after.badVerifiers[0]?.evidence.map(({ kind, hits, n }) => [kind, hits, n])).toEqual([
    ['false_failures', 1, 2],
    ['false_passes', 1, 2],
  ]);
  expect(grading.grade(project, { ...query, verifier: '0'.repeat(64) }).all.n).toBe(0);
  expect(annotation.records.decisions({ project })).toMatchObject([
    { run: runs[1], doc: { outcome: 'incomplete' } },
  ]);
});
