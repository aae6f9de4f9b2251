import { describe, expect, it } from 'vitest';
import { labelSchemaDocSchema, type LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { createTestRecords, testPerson, type TestDoc, type TestRecords } from '../testing/records.ts';
import { answerOf } from './answer.ts';
import type { AgreementAnswers, AgreementTask, ProjectData } from './types.ts';

const SCHEMA = labelSchemaDocSchema.parse({
  outcomes: [
    { value: 'complete', label: 'Complete', means: 'complete', section: '1.1' },
    { value: 'partly', label: 'Partly', means: 'incomplete', section: '1.2' },
    { value: 'failed', label: 'Failed', means: 'incomplete', section: '1.3' },
  ],
  tags: [
    { value: 'slip', label: 'Slip', key: 's', section: '2.1' },
    { value: 'loop', label: 'Loop', key: 'l', section: '2.2' },
  ],
  fields: [
    { kind: 'number', id: 'effort', label: 'Effort' },
    { kind: 'text', id: 'note', label: 'Note' },
    {
      kind: 'choice',
      id: 'side',
      label: 'Side',
      options: [
        { value: 'l', label: 'L' },
        { value: 'r', label: 'R' },
      ],
    },
  ],
});

function dataOf(records: TestRecords, schemas: readonly LabelSchemaDoc[] = [SCHEMA]): ProjectData {
  return {
    submissions: records.submissions({}),
    items: records.items({}),
    schemas: new Map(schemas.map((schema, at) => [at + 1, schema])),
    queues: [
      { id: records.items({})[0]?.queue ?? '', name: 'First', kind: 'label', state: 'open', filling: false },
    ],
    steps: new Map(records.items({}).map(({ run }) => [run, 9])),
  };
}

const ask = <T extends AgreementTask>(
  data: ProjectData,
  task: T,
  hidden: readonly string[] = [],
): AgreementAnswers[T['of']] => answerOf(data, new Set(hidden), task) as AgreementAnswers[T['of']];

const filter = { tolerance: 1 };

/** Each item with what its annotators say, by name. */
function labelled(...items: readonly Readonly<Record<string, TestDoc>>[]): TestRecords {
  const records = createTestRecords();
  for (const said of items) {
    const item = records.item();
    for (const [name, doc] of Object.entries(said)) records.submit(item, name, doc);
  }
  return records;
}

const COMPLETE = { outcome: 'complete' };
const FAILED = { outcome: 'failed' };

describe('figures of a project', () => {
  const records = labelled(
    { Ada: COMPLETE, Ben: COMPLETE },
    { Ada: FAILED, Ben: FAILED },
    { Ada: COMPLETE, Ben: FAILED },
    { Ada: FAILED, Cy: FAILED },
  );
  const data = dataOf(records);

  it('tell percent, κ and α of each question that the schema asks', () => {
    const { measures, counted, choices } = ask(data, { of: 'overview', filter });
    expect(counted).toEqual({ labels: 8, items: 4, annotators: 3 });
    const outcome = measures.find(({ id }) => id === 'outcome');
    expect(outcome).toMatchObject({ items: 4, annotators: 3, percent: { value: 0.75 } });
    // Coincidences: o_cf = 2 · ½ of 8 values; 3 complete, 5 failed.
    expect(outcome?.alpha.value).toBeCloseTo(1 - (7 * 1) / 15, 12);
    expect(measures.map(({ id }) => id)).toEqual([
      'outcome',
      'passes',
      'firstError',
      'steps',
      'tags',
      'cause',
      'field:effort',
      'field:side',
    ]);
    expect(choices.annotators.map(({ name, labels }) => `${name} ${String(labels)}`)).toEqual([
      'Ada 4',
      'Ben 3',
      'Cy 1',
    ]);
    expect(measures.find(({ id }) => id === 'field:effort')?.alpha.why).toBe('no_labels');
  });

  it('fall apart by pair, annotator, scenario, section and version', () => {
    const by = (part: 'pair' | 'annotator' | 'scenario' | 'task' | 'section' | 'version') =>
      ask(data, { of: 'breakdown', filter, measure: 'outcome', by: part }).rows;
    expect(by('pair').map(({ key, pair }) => [key, pair?.n, pair?.agrees])).toEqual([
      ['local:Ada/local:Ben', 3, 2],
      ['local:Ada/local:Cy', 1, 1],
    ]);
    expect(by('annotator').map(({ people, percent }) => [people[0]?.name, percent.value])).toEqual([
      ['Ada', 0.75],
      ['Ben', 2 / 3],
      ['Cy', 1],
    ]);
    expect(by('scenario')).toMatchObject([{ scenario: 'shop', items: 4 }]);
    expect(by('task')).toMatchObject([{ scenario: 'shop', task: 0 }]);
    expect(by('version')).toMatchObject([{ version: 1, items: 4 }]);
    expect(by('section').map(({ section, percent }) => [section, percent.value])).toEqual([
      ['1.1', 0.75],
      ['1.2', 1],
      ['1.3', 0.75],
      ['2.1', 1],
      ['2.2', 1],
    ]);
  });

  it('a value that every version of the schema tells stands once in the confusion table', () => {
    const twice = dataOf(labelled({ Ada: COMPLETE, Ben: FAILED }), [SCHEMA, SCHEMA]);
    const told = ask(twice, { of: 'confusion', filter, measure: 'outcome' });
    expect(told.values.map(({ value }) => value)).toEqual(['complete', 'failed']);
    expect(told.table).toEqual([
      [0, 1],
      [0, 0],
    ]);
  });

  it('cells of the confusion table hold the items that are listed for them', () => {
    const pair = { first: testPerson('Ada'), second: testPerson('Ben') };
    const told = ask(data, { of: 'confusion', filter, measure: 'outcome', ...pair });
    expect(told.values.map(({ label }) => label)).toEqual(['Complete', 'Failed']);
    expect(told.table).toEqual([
      [1, 1],
      [0, 1],
    ]);
    const folded = ask(data, { of: 'confusion', filter, measure: 'outcome' });
    expect(folded).toMatchObject({
      folded: true,
      n: 4,
      table: [
        [1, 1],
        [0, 2],
      ],
    });
    const list = (more: object) =>
      ask(data, {
        of: 'rated',
        filter,
        measure: 'outcome',
        which: 'all',
        offset: 0,
        limit: 50,
        ...more,
      });
    expect(list({ which: 'disagree' }).total).toBe(1);
    expect(list({ value: 'complete', against: 'failed', ...pair }).total).toBe(1);
    expect(list({ value: 'failed', against: 'complete', ...pair }).total).toBe(0);
    expect(list({ value: 'failed', against: 'failed' }).total).toBe(2);
    expect(list({}).items[0]).toMatchObject({
      agree: false,
      labels: [
        { name: 'Ada', value: 'complete' },
        { name: 'Ben', value: 'failed' },
      ],
    });
  });
});

it('gold, repeats, copies, revealed and hidden labels are left out and counted', () => {
  const records = createTestRecords();
  const work = records.item();
  const gold = records.item({ kind: 'gold', gold: null });
  const removed = records.item({ removed: true });
  const hidden = records.item();
  for (const name of ['Ada', 'Ben']) {
    for (const item of [work, gold, removed, hidden]) records.submit(item, name, COMPLETE);
  }
  records.submit(work, 'Cy', FAILED, { revealed: true });
  records.submit(work, 'Di', FAILED, { copiedFrom: 'x' });
  records.submit(work, 'Ada', COMPLETE, { itemKind: 'repeat', repeats: work.id, assignment: 'r' });
  const told = ask(dataOf(records), { of: 'overview', filter }, [hidden.run]);
  expect(told.left).toEqual({
    gold: 2,
    repeats: 1,
    copies: 1,
    revealed: 1,
    removed: 2,
    practice: 0,
    hidden: 2,
  });
  expect(told.withRevealed?.percent.value).toBeLessThan(1);
  expect(told.choices.annotators).not.toContainEqual(expect.objectContaining({ name: 'Di' }));
});

it('inherited and bulk marks, and first errors proposed from them, are told apart', () => {
  const bulk = { value: 1, by: 'bulk' } as const;
  const records = labelled(
    {
      Ada: { ...FAILED, steps: { 1: 1, 2: -1, 3: bulk }, firstError: 2 },
      Ben: {
        ...FAILED,
        steps: { 1: 1, 2: 1, 3: -1, 4: { value: 0, by: 'inherited' } },
        firstError: { seq: 3, proposed: true },
      },
    },
    {
      Ada: { ...FAILED, steps: { 4: { value: -1, by: 'bulk' } }, firstError: { seq: 4, proposed: true } },
      Ben: { ...FAILED, firstError: 4 },
    },
  );
  const { measures, localisation } = ask(dataOf(records), { of: 'overview', filter });
  const steps = measures.find(({ id }) => id === 'steps');
  expect(steps).toMatchObject({ units: 2, percent: { value: 0.5 }, allMarks: { units: 3, bulk: 2, own: 5 } });
  expect(localisation).toMatchObject({ near: 1, pairs: 1, notOwn: 1 });
});

it('labels under another version are compared only where both asked alike', () => {
  const two = { ...SCHEMA, outcomes: SCHEMA.outcomes.filter(({ value }) => value !== 'partly') };
  const records = createTestRecords();
  const item = records.item();
  records.submit(item, 'Ada', COMPLETE, { schemaVersion: 1 });
  records.submit(item, 'Ben', COMPLETE, { schemaVersion: 2 });
  const { measures } = ask(dataOf(records, [SCHEMA, two]), { of: 'overview', filter });
  const of = (id: string) => measures.find((measure) => measure.id === id);
  expect(of('outcome')).toMatchObject({ percent: { why: 'no_overlap' }, otherVersion: 2 });
  expect(of('passes')).toMatchObject({ percent: { value: 1 }, otherVersion: 0 });
});

describe('progress', () => {
  it('counts, forecasts, and tells rushed labels and stuck items', () => {
    const records = createTestRecords();
    const DAY = 86_400_000;
    const start = Date.UTC(2026, 0, 5, 9);
    for (let day = 0; day < 5; day += 1) {
      for (let at = 0; at < 4; at += 1) {
        const item = records.item({ overlap: 2 });
        records.submit(item, 'Ada', COMPLETE, { submittedAtMs: start + day * DAY, activeMs: 50_000 });
        const hasty = { submittedAtMs: start + day * DAY, activeMs: 4_000 };
        if (day < 4) records.submit(item, 'Ben', COMPLETE, hasty);
      }
    }
    const skipped = ['Ada', 'Ben'].map((name) => ({
      id: name,
      person: testPerson(name),
      name,
      state: 'skipped' as const,
      atMs: start,
    }));
    records.item({ assignments: skipped });
    const data = dataOf(records);
    // An equal run has the same labels, which nobody gave again.
    const copies = data.submissions.map((label) => ({
      ...label,
      id: `${label.id}.x`,
      run: 'x',
      copiedFrom: label.run,
    }));
    const withCopies = { ...data, submissions: [...data.submissions, ...copies] };
    const told = ask(withCopies, { of: 'progress', nowMs: start + 5 * DAY });
    expect(told).toMatchObject({ wanted: 42, submitted: 36, items: 21, done: 16, stuckTotal: 1 });
    expect(told.stuck).toMatchObject([{ why: 'all_skipped', names: ['Ada', 'Ben'] }]);
    expect(told.days.map(({ submitted }) => submitted)).toEqual([8, 8, 8, 8, 4, 0]);
    expect(told.days.at(-1)?.left).toBe(6);
    expect(told.forecast?.days).toBeGreaterThan(0.5);
    expect(told.people).toMatchObject([
      { name: 'Ada', submitted: 20, rushed: 0, skipped: 1, medianMs: 50_000 },
      { name: 'Ben', submitted: 16, rushed: 16, timed: 16 },
    ]);
  });

  it('of a project without labels says so', () => {
    expect(ask(dataOf(createTestRecords()), { of: 'progress', nowMs: 0 })).toMatchObject({
      days: [],
      pace: null,
      noForecast: 'done',
    });
  });
});
