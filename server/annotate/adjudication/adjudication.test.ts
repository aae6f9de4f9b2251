import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import type { BlindRun, BlindStep } from '../../../lib/contracts/annotation/labelling.ts';
import { labelSchemaDocSchema } from '../../../lib/contracts/annotation/label-schema.ts';
import { PERMISSIONS, type Principal } from '../../../lib/contracts/people.ts';
import { EMPTY_LABEL } from '../../../lib/domain/labels/index.ts';
import { CatalogAdjudication } from '../../store/adjudication/shelf.ts';
import { Catalog } from '../../store/catalog.ts';
import { sighted } from '../sighted.ts';
import { createTestRecords, TEST_PROJECT, testPerson, type TestRecords } from '../testing/records.ts';
import { createAdjudication, type Adjudication } from './index.ts';

const schema = labelSchemaDocSchema.parse({
  outcomes: [
    { value: 'complete', label: 'Complete', means: 'complete' },
    { value: 'incomplete', label: 'Incomplete', means: 'incomplete' },
  ],
  tags: [{ value: 'time', label: 'Time', key: 't', section: '2.3' }],
});

const step = (seq: number): BlindStep => ({
  seq,
  kind: 'call_tool',
  toolName: 'move',
  argumentsJson: null,
  message: null,
  reasoning: null,
  httpMethod: null,
  httpRoute: null,
  httpStatus: null,
  responseText: null,
  failed: false,
  wrote: false,
  rows: null,
  labelled: true,
});
const run: BlindRun = {
  scenario: 'shop',
  taskIdx: 0,
  task: 'Move it',
  finalAnswer: null,
  finalAnswerSeq: null,
  steps: [1, 2, 3].map(step),
  missing: [],
};

const person = (name: string): Principal => ({
  id: testPerson(name),
  name,
  roles: ['adjudicator'],
  permissions: new Set(PERMISSIONS),
  via: 'local',
});
const [cy, di] = [person('Cy'), person('Di')];

let home: string;
let catalog: Catalog;
let records: TestRecords;
let adjudication: Adjudication;
let shelf: CatalogAdjudication;
let nowMs: number;
let library: Map<string, unknown>;
let hidden: Set<string>;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'adjudication-'));
  catalog = new Catalog(join(home, 'catalog.db'));
  records = createTestRecords();
  library = new Map();
  hidden = new Set();
  nowMs = 1_000_000;
  shelf = new CatalogAdjudication(catalog, home);
  adjudication = createAdjudication(
    {
      records,
      shelf,
      blindness: {
        ...sighted(),
        of: (who) => ({ ...sighted().of(who), hides: (id) => hidden.has(id) }),
      },
      projects: {
        project: (id) => (id === TEST_PROJECT ? { id, name: 'Shop' } : undefined),
        schema: (_project, version) => ({ version, hash: 'h', doc: schema }),
        guidelines: () => ({
          version: 1,
          sections: [{ number: '2.3', title: 'Time bounds', body: '', examples: [] }],
        }),
        queue: (id) => ({ id, name: 'Queue', state: 'open' }),
      },
      runs: {
        blindRun: () => Promise.resolve(run),
        steps: () => run.steps,
        shown: (id) => ({ run: id, verdict: 'complete', reward: 1, actor: 'agent', policy: 'p' }),
      },
      setDecided: (id, decision) => library.set(id, decision.outcome),
    },
    () => nowMs,
  );
});

afterEach(() => {
  catalog[Symbol.dispose]();
  rmSync(home, { recursive: true, force: true });
});

function disputed() {
  const item = records.item();
  records.submit(item, 'Ada', { outcome: 'complete', steps: { 1: 1, 2: 1, 3: 1 }, firstError: 'none' });
  records.submit(item, 'Ben', {
    outcome: 'incomplete',
    steps: { 1: 1, 2: -1 },
    firstError: 2,
    tags: ['time'],
  });
  return item;
}

const draft = (more: Partial<DecisionDraft> = {}): DecisionDraft => ({
  choices: {},
  own: EMPTY_LABEL,
  reason: '',
  section: '2.3',
  proposal: null,
  ...more,
});
const key = (n: number) => `key-${String(n)}-0000`;
/** Which letter says so, in this person's order. */
const letterOf = async (item: string, who: Principal, outcome: string) =>
  (await adjudication.get(item, who)).labels.find(({ doc }) => doc.outcome === outcome)?.letter ?? '';

test('an item tells no author, time or verdict before its decision, and all of it afterwards', async () => {
  const item = disputed();
  const before = await adjudication.hold(item.id, cy);
  const text = JSON.stringify(before);
  for (const secret of ['Ada', 'Ben', item.run, 'verdict', 'submittedAtMs"', 'activeMs']) {
    expect(text.includes(`"${secret}`) && secret !== 'verdict').toBe(false);
  }
  expect(before).toMatchObject({ shown: null, labels: [{ author: null }, { author: null }] });
  // The same order whenever this person looks.
  expect((await adjudication.get(item.id, cy)).labels).toEqual(before.labels);

  const wrong = await letterOf(item.id, cy, 'incomplete');
  const after = await adjudication.decide(
    item.id,
    { baseRevision: 0, draft: draft({ choices: { outcome: wrong } }), key: key(1), like: null },
    cy,
  );
  expect(after.state).toBe('decided');
  expect(after.labels.map(({ author }) => author?.name).sort()).toEqual(['Ada', 'Ben']);
  expect(after.shown).toMatchObject({ verdict: 'complete', run: item.run });
  expect(after.decisions[0]).toMatchObject({
    doc: { outcome: 'incomplete', firstError: { seq: 2 }, tags: [{ value: 'time' }] },
    from: { outcome: wrong, 'step:2': wrong, tags: wrong },
    provenance: 'decided',
    section: '2.3',
  });
  // One label alone marked step 3: nobody says otherwise.
  expect(after.decisions[0]?.doc.steps['3']).toEqual({ value: 1, by: 'own' });
  expect(library.get(item.run)).toBe('incomplete');
});

test('the order of labels is drawn anew for each item', async () => {
  const firsts = new Set<string | null>();
  for (let n = 0; n < 24; n += 1) {
    const { labels } = await adjudication.get(disputed().id, cy);
    firsts.add(labels[0]?.doc.outcome ?? null);
  }
  expect(firsts.size).toBe(2);
});

test('one adjudicator has an item at a time, and no two decide it', async () => {
  const item = disputed();
  await adjudication.hold(item.id, cy);
  await expect(adjudication.hold(item.id, di)).rejects.toThrow(/Cy has this item in hand/);
  expect(adjudication.list(TEST_PROJECT, { show: 'todo' }, di).groups[0]?.items[0]).toMatchObject({
    state: 'held',
    heldBy: 'Cy',
    inHand: false,
  });
  expect(adjudication.list(TEST_PROJECT, { show: 'todo' }, cy).groups[0]?.items[0]).toMatchObject({
    state: 'open',
    inHand: true,
  });
  nowMs += 11 * 60_000;
  await adjudication.hold(item.id, di);
  const letter = await letterOf(item.id, di, 'complete');
  const chosen = draft({ choices: { outcome: letter, tags: letter } });
  const asked = { baseRevision: 0, draft: chosen, key: key(1), like: null };
  await adjudication.decide(item.id, asked, di);
  // The answer was lost: the same request again.
  await adjudication.decide(item.id, asked, di);
  await expect(adjudication.decide(item.id, { ...asked, key: key(2) }, cy)).rejects.toThrow(/Di decided/);
  expect((await adjudication.get(item.id, di)).decisions).toHaveLength(1);
});

test('what was opened stays in hand after the hold ran out; what was given back and taken again is recorded', async () => {
  const decide = async (item: string, who: Principal, n: number) => {
    const letter = await letterOf(item, who, 'incomplete');
    const answer = await adjudication.decide(
      item,
      { baseRevision: 0, draft: draft({ choices: { outcome: letter } }), key: key(n), like: null },
      who,
    );
    return answer.decisions[0]?.revealed;
  };
  const inHand = (who: Principal) => shelf.inHand(who.id).map(({ item }) => item);
  const items = [disputed(), disputed(), disputed(), disputed()].map(({ id }) => id);
  const [kept = '', skipped = '', given = '', never = ''] = items;

  await adjudication.hold(kept, cy);
  nowMs += 60 * 60_000;
  expect(inHand(cy)).toEqual([kept]);
  expect(await decide(kept, cy, 1)).toBe(false);
  expect(inHand(cy)).toEqual([]);

  await adjudication.hold(skipped, cy);
  adjudication.skip(skipped, '', cy);
  expect(inHand(cy)).toEqual([]);
  const again = await adjudication.hold(skipped, cy);
  // Blind again, but what is hidden could be looked at meanwhile.
  expect(again).toMatchObject({ couldLook: true, shown: null, labels: [{ author: null }, { author: null }] });
  expect(inHand(cy)).toEqual([skipped]);
  expect(await decide(skipped, cy, 2)).toBe(true);

  await adjudication.hold(given, cy);
  expect(adjudication.list(TEST_PROJECT, { show: 'todo' }, cy).counts.inHand).toBe(1);
  expect(adjudication.giveBack(TEST_PROJECT, undefined, cy)).toBe(1);
  expect(adjudication.list(TEST_PROJECT, { show: 'todo' }, cy).counts.inHand).toBe(0);
  // Others were not in it.
  expect((await adjudication.hold(given, di)).couldLook).toBe(false);
  expect(await decide(given, di, 3)).toBe(false);

  // By the API, without having had it in hand.
  expect(await decide(never, cy, 4)).toBe(true);
});

test('three and four labels are settled row by row, a majority decides nothing, and an own word may be none of theirs', async () => {
  const item = records.item({ overlap: 4 });
  const says = {
    Ada: { outcome: 'complete', steps: { 1: 1, 2: 1 }, firstError: 'none' },
    Ben: { outcome: 'incomplete', steps: { 1: 1, 2: -1 }, firstError: 2, tags: ['time'] },
    Eve: { outcome: 'incomplete', steps: { 1: 1, 2: 0 }, firstError: 3, tags: ['time'] },
    Fay: { outcome: 'incomplete', steps: { 1: 1 }, firstError: 2, tags: ['time'] },
  } as const;
  for (const name of ['Ada', 'Ben', 'Eve'] as const) records.submit(item, name, says[name]);
  expect((await adjudication.get(item.id, cy)).labels.map(({ letter }) => letter)).toEqual(['A', 'B', 'C']);
  records.submit(item, 'Fay', says.Fay);
  const { labels } = await adjudication.hold(item.id, cy);
  expect(labels.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D']);
  const [row] = adjudication.list(TEST_PROJECT, { show: 'todo' }, cy).groups[0]?.items ?? [];
  // Two of three say 2 of the first error, three of four incomplete: still to be decided.
  expect(row).toMatchObject({ labels: 4, rows: ['outcome', 'firstError', 'step:2', 'tags'] });

  const letter = (match: (doc: (typeof labels)[number]['doc']) => boolean) =>
    labels.find(({ doc }) => match(doc))?.letter ?? '';
  const eve = letter(({ steps }) => steps['2']?.value === 0);
  const decided = await adjudication.decide(
    item.id,
    {
      baseRevision: 0,
      draft: draft({
        choices: { outcome: eve, firstError: 'own' },
        own: { ...EMPTY_LABEL, firstError: { seq: 1, proposed: false } },
      }),
      key: key(1),
      like: null,
    },
    cy,
  );
  expect(decided.decisions[0]).toMatchObject({
    doc: {
      outcome: 'incomplete',
      firstError: { seq: 1 },
      steps: { 1: { value: 1 }, 2: { value: 0 } },
      tags: [{ value: 'time' }],
    },
    from: { outcome: eve, firstError: 'own', 'step:2': eve, tags: eve },
  });
  // Whose label stands in the record of each row.
  expect(adjudication.decisions({ run: item.run })[0]?.from['outcome']).toEqual({
    choice: 'submission',
    submission: records.submissions({ run: item.run, person: testPerson('Eve') })[0]?.id,
  });
});

test('a row of which the chosen label says nothing stays open: nobody is put a word in their mouth', async () => {
  const item = records.item({ overlap: 3 });
  records.submit(item, 'Ada', { outcome: 'complete', steps: { 2: 1 } });
  records.submit(item, 'Ben', { outcome: 'incomplete', steps: { 2: -1 } });
  records.submit(item, 'Eve', { outcome: 'incomplete' });
  const { labels } = await adjudication.hold(item.id, cy);
  const silent = labels.find(({ doc }) => doc.outcome === 'incomplete' && doc.steps['2'] === undefined);
  const decide = (choices: Record<string, string>) =>
    adjudication.decide(item.id, { baseRevision: 0, draft: draft({ choices }), key: key(1), like: null }, cy);
  await expect(decide({ outcome: silent?.letter ?? '' })).rejects.toMatchObject({
    details: { rows: ['step:2'] },
  });
});

test('who labelled an item or may still label it does not decide it', async () => {
  const item = disputed();
  await expect(adjudication.hold(item.id, person('Ada'))).rejects.toMatchObject({ code: 'forbidden' });
  hidden.add(item.run);
  await expect(adjudication.get(item.id, cy)).rejects.toMatchObject({ code: 'blind' });
  expect(adjudication.list(TEST_PROJECT, { show: 'all' }, cy)).toMatchObject({
    groups: [],
    counts: { hidden: 1 },
  });
});

test('a draft of another tab is not overwritten; a label given anew takes the choices of the draft, not its words', async () => {
  const item = disputed();
  adjudication.save(item.id, { baseRevision: 0, draft: draft({ choices: { outcome: 'A' } }) }, cy);
  expect(() =>
    adjudication.save(item.id, { baseRevision: 0, draft: draft({ reason: 'other' }) }, cy),
  ).toThrow(expect.objectContaining({ code: 'conflict' }));
  adjudication.save(
    item.id,
    { baseRevision: 1, draft: draft({ choices: { outcome: 'A' }, reason: 'so' }) },
    cy,
  );
  records.submit(item, 'Ada', { outcome: 'complete' });
  expect(await adjudication.get(item.id, cy)).toMatchObject({
    labelsChanged: true,
    draft: { revision: 2, draft: { choices: {}, reason: 'so' } },
  });
});

test('rows left open, or no reason, are refused', async () => {
  const item = disputed();
  const decide = (chosen: DecisionDraft) =>
    adjudication.decide(item.id, { baseRevision: 0, draft: chosen, key: key(1), like: null }, cy);
  await expect(decide(draft())).rejects.toMatchObject({
    details: { rows: ['outcome', 'firstError', 'step:2', 'tags'] },
  });
  await expect(decide(draft({ choices: { outcome: 'A' }, section: null }))).rejects.toThrow(/reason/);
  const own = { ...EMPTY_LABEL, outcome: 'nonsense' };
  await expect(
    decide(draft({ choices: { outcome: 'own', firstError: 'A', 'step:2': 'A', tags: 'A' }, own })),
  ).rejects.toThrow(/no outcome/);
});

test('a decision is taken back and made anew; both versions stay, and a reveal is recorded', async () => {
  const item = disputed();
  expect((await adjudication.reveal(item.id, cy)).labels.map(({ author }) => author?.name)).toContain('Ada');
  const decide = async (n: number, baseRevision: number, outcome: string) =>
    adjudication.decide(
      item.id,
      {
        baseRevision,
        draft: draft({
          choices: { outcome: await letterOf(item.id, cy, outcome) },
          proposal: 'Say “after”.',
        }),
        key: key(n),
        like: null,
      },
      cy,
    );
  await decide(1, 0, 'complete');
  await adjudication.reopen(item.id, di);
  expect(library.get(item.run)).toBeNull();
  const { decisions } = await decide(2, 1, 'incomplete');
  expect(decisions).toMatchObject([
    { version: 2, revealed: true, undone: null, doc: { outcome: 'incomplete' } },
    { version: 1, undone: { name: 'Di' }, doc: { outcome: 'complete' } },
  ]);
  expect(adjudication.decisions({ project: TEST_PROJECT })).toHaveLength(1);
  expect(adjudication.proposals(TEST_PROJECT)[0]).toMatchObject({
    section: '2.3',
    state: 'open',
    name: 'Cy',
  });
});

test('items are grouped by the section, the step or the kind of what differs; equal ones are confirmed as agreed', () => {
  disputed();
  disputed();
  for (const seq of [2, 2, 3]) {
    const item = records.item();
    records.submit(item, 'Ada', { outcome: 'complete', steps: { [seq]: 1 } });
    records.submit(item, 'Ben', { outcome: 'complete', steps: { [seq]: -1 } });
  }
  const same = records.item();
  records.submit(same, 'Ada', { outcome: 'complete' });
  records.submit(same, 'Ben', { outcome: 'complete', steps: { 1: 1 } });
  const half = records.item();
  records.submit(half, 'Ada', { outcome: 'complete' });
  const { groups, counts } = adjudication.list(TEST_PROJECT, { show: 'todo' }, cy);
  expect(groups.map(({ cause, items, section }) => [cause.kind, items.length, section?.title])).toEqual([
    ['section', 2, 'Time bounds'],
    ['step', 2, undefined],
    ['row', 1, undefined],
  ]);
  expect(counts).toMatchObject({ open: 5, agreed: 1, waiting: 0 });
  expect(adjudication.confirmAgreed(TEST_PROJECT, undefined, cy)).toBe(1);
  expect(adjudication.confirmAgreed(TEST_PROJECT, undefined, cy)).toBe(0);
  expect(adjudication.decisions({ run: same.run })).toMatchObject([{ provenance: 'agreed' }]);
});
