import type { LabelDoc, StepMark } from '../../../lib/contracts/annotation/label-doc.ts';
import type {
  DecisionRecord,
  ItemRecord,
  RecordFilter,
  SubmissionRecord,
} from '../../../lib/contracts/annotation/records.ts';
import type { AnnotationRecords } from '../types.ts';

/** A label in few words: a bare number is a mark of one's own or a first error of one's own choice. */
export interface TestDoc extends Partial<Omit<LabelDoc, 'steps' | 'firstError' | 'tags'>> {
  readonly steps?: Readonly<Record<number, -1 | 0 | 1 | StepMark>>;
  readonly firstError?: number | LabelDoc['firstError'];
  readonly tags?: readonly (string | LabelDoc['tags'][number])[];
}

/** The whole label of a few words; what is not said is empty. */
export function testDoc(doc: TestDoc = {}): LabelDoc {
  const { steps = {}, firstError = null, tags = [], ...rest } = doc;
  return {
    outcome: null,
    confidence: null,
    rationale: '',
    fields: {},
    flagged: false,
    preference: null,
    ...rest,
    steps: Object.fromEntries(
      Object.entries(steps).map(([seq, mark]) => [
        seq,
        typeof mark === 'number' ? { value: mark, by: 'own' } : mark,
      ]),
    ),
    firstError: typeof firstError === 'number' ? { seq: firstError, proposed: false } : firstError,
    tags: tags.map((tag) => (typeof tag === 'string' ? { value: tag, severity: null } : tag)),
  };
}

/**
 * Labels held in memory, for tests of what is made from them: each call adds one record and gives it back. What is not said is
 * the plain case: work items of scenario `shop`, task 0, one queue, first schema, submitted a minute after the one before.
 */
export interface TestRecords extends AnnotationRecords {
  item(item?: Partial<ItemRecord>): ItemRecord;
  /** A later one of the same person and item is its next version; the earlier ones are no longer current. */
  submit(
    item: ItemRecord,
    name: string,
    doc?: TestDoc,
    more?: Partial<Omit<SubmissionRecord, 'doc'>>,
  ): SubmissionRecord;
  decide(
    item: ItemRecord,
    name: string,
    doc?: TestDoc,
    more?: Partial<Omit<DecisionRecord, 'doc'>>,
  ): DecisionRecord;
}

const hex = (kind: string, index: number): string => kind + index.toString(16).padStart(31, '0');

/** The principal of a name, without accounts. */
export const testPerson = (name: string): string => `local:${name}`;

export const TEST_PROJECT = hex('a', 1);
export const TEST_QUEUE = hex('b', 1);

export function createTestRecords(): TestRecords {
  const items: ItemRecord[] = [];
  const submissions: SubmissionRecord[] = [];
  const decisions: DecisionRecord[] = [];
  let revision = 0;
  let clockMs = Date.UTC(2026, 0, 5, 9);
  const nowMs = (): number => (clockMs += 60_000);
  return {
    submissions: (filter) =>
      submissions.filter((record) => meets(record, filter) && is(filter.person, record.person)),
    // An item has no project and no person of its own: those of a test are all of one project.
    items: (filter) => items.filter((record) => meets({ ...record, project: TEST_PROJECT }, filter)),
    decisions: (filter) =>
      decisions.filter((record) => meets(record, filter) && is(filter.person, record.person)),
    revision: () => revision,

    item(item = {}) {
      revision += 1;
      const index = items.length + 1;
      const made: ItemRecord = {
        id: hex('c', index),
        queue: TEST_QUEUE,
        run: hex('d', index),
        otherRun: null,
        scenario: 'shop',
        taskIdx: 0,
        kind: 'work',
        gold: null,
        goldWhy: '',
        overlap: 2,
        removed: false,
        identical: [],
        assignments: [],
        ...item,
      };
      items.push(made);
      return made;
    },

    submit(item, name, doc = {}, more = {}) {
      revision += 1;
      const person = testPerson(name);
      const before = submissions.filter((record) => record.item === item.id && record.person === person);
      for (const record of before) {
        submissions[submissions.indexOf(record)] = { ...record, current: false };
      }
      const index = submissions.length + 1;
      const at = items.findIndex(({ id }) => id === item.id);
      const known = items[at] ?? item;
      const assignment = before[0]?.assignment ?? hex('e', index);
      const made: SubmissionRecord = {
        id: hex('f', index),
        assignment,
        project: TEST_PROJECT,
        queue: item.queue,
        queueKind: 'label',
        item: item.id,
        run: item.run,
        otherRun: item.otherRun,
        scenario: item.scenario,
        taskIdx: item.taskIdx,
        person,
        name,
        version: before.length + 1,
        current: true,
        schemaVersion: 1,
        guidelinesVersion: 1,
        submittedAtMs: nowMs(),
        activeMs: 60_000,
        itemKind: item.kind,
        repeats: null,
        revealed: false,
        copiedFrom: null,
        ...more,
        doc: testDoc(doc),
      };
      submissions.push(made);
      if (at >= 0) {
        items[at] = {
          ...known,
          assignments: [
            ...known.assignments.filter(({ id }) => id !== assignment),
            { id: assignment, person, name, state: 'submitted', atMs: made.submittedAtMs },
          ],
        };
      }
      return made;
    },

    decide(item, name, doc = {}, more = {}) {
      revision += 1;
      const made: DecisionRecord = {
        id: hex('9', decisions.length + 1),
        project: TEST_PROJECT,
        queue: item.queue,
        item: item.id,
        run: item.run,
        person: testPerson(name),
        name,
        schemaVersion: 1,
        from: {},
        reason: '',
        section: null,
        revealed: false,
        atMs: nowMs(),
        ...more,
        doc: testDoc(doc),
      };
      decisions.push(made);
      return made;
    },
  };
}

const is = (wanted: string | undefined, value: string): boolean => wanted === undefined || wanted === value;

const meets = (
  record: { readonly project: string; readonly queue: string; readonly run: string },
  { project, queue, run }: RecordFilter,
): boolean => is(project, record.project) && is(queue, record.queue) && is(run, record.run);
