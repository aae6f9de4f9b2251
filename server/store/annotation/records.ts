import type {
  ItemRecord,
  RecordFilter,
  SubmissionRecord,
} from '../../../lib/contracts/annotation/records.ts';
import type { AssignmentState, QueueKind } from '../../../lib/contracts/annotation/queues.ts';
import type { Catalog } from '../catalog.ts';
import type { ItemPlace } from './types.ts';
import { readDoc } from './rows.ts';

/** All that was labelled, as agreement, adjudication and exports read it. */

interface SubmissionLine {
  readonly id: string;
  readonly assignment: string;
  readonly project: string;
  readonly queue: string;
  readonly kind: string;
  readonly item: string;
  readonly item_n: number;
  readonly run: string;
  readonly other_run: string;
  readonly scenario: string;
  readonly task_idx: number | null;
  readonly person: string;
  readonly name: string;
  readonly version: number;
  readonly current: number;
  readonly schema_version: number;
  readonly guidelines_version: number;
  readonly doc: string;
  readonly at: number;
  readonly active_ms: number;
  readonly item_kind: string;
  readonly is_gold: number;
  readonly revealed: number;
}

interface ItemLine {
  readonly n: number;
  readonly id: string;
  readonly queue: string;
  readonly run: string;
  readonly other_run: string;
  readonly scenario: string;
  readonly task_idx: number | null;
  readonly gold: string | null;
  readonly gold_why: string;
  readonly overlap: number;
  readonly removed: number;
}

interface AssignmentLine {
  readonly item: number;
  readonly id: string;
  readonly person: string;
  readonly name: string;
  readonly state: string;
  readonly at: number;
}

/** Conditions on queues `q`, items `i` and, where there are any, assignments `a`. */
function where({ project, queue, run, person }: RecordFilter, ofAssignments: boolean) {
  const parts: string[] = [];
  const values: Record<string, string> = {};
  if (project !== undefined) {
    parts.push('q.project = @project');
    values['project'] = project;
  }
  if (queue !== undefined) {
    parts.push('q.id = @queue');
    values['queue'] = queue;
  }
  if (run !== undefined) {
    parts.push(
      `i.n IN (SELECT n FROM annotation_items WHERE run = @run UNION SELECT n FROM annotation_items WHERE other_run = @run
        UNION SELECT item FROM annotation_item_runs WHERE run = @run)`,
    );
    values['run'] = run;
  }
  if (person !== undefined) {
    parts.push(
      ofAssignments
        ? 'a.person = @person'
        : 'EXISTS (SELECT 1 FROM annotation_assignments AS a WHERE a.item = i.n AND a.person = @person)',
    );
    values['person'] = person;
  }
  return { sql: parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`, values };
}

export class Records {
  readonly #catalog: Catalog;

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** In the order of submitting; a copy for each run that an item stands for comes after its original. */
  submissions(filter: RecordFilter): SubmissionRecord[] {
    const { sql, values } = where(filter, true);
    const lines = this.#catalog.raw
      .prepare<object, SubmissionLine>(
        `SELECT s.id, a.id AS assignment, q.project, q.id AS queue, q.kind, i.id AS item, i.n AS item_n, i.run, i.other_run,
           i.scenario, i.task_idx, a.person, a.name, s.version, s.current, s.schema_version, s.guidelines_version, s.doc, s.at,
           s.active_ms, a.kind AS item_kind, i.gold IS NOT NULL AS is_gold, s.revealed
         FROM annotation_submissions AS s
         JOIN annotation_assignments AS a ON a.n = s.assignment
         JOIN annotation_items AS i ON i.n = a.item
         JOIN annotation_queues AS q ON q.n = i.queue
         ${sql} ORDER BY s.n`,
      )
      .all(values);
    const joined = this.#joined(filter);
    const found: SubmissionRecord[] = [];
    for (const line of lines) {
      const record = submissionRecord(line);
      found.push(record);
      for (const run of joined.get(line.item_n) ?? [])
        found.push({ ...record, id: `${record.id}.${run}`, run, copiedFrom: record.run });
    }
    // A joined run's filter finds its item's own labels too, which are of another run.
    return filter.run === undefined
      ? found
      : found.filter(({ run, otherRun }) => run === filter.run || otherRun === filter.run);
  }

  items(filter: RecordFilter): ItemRecord[] {
    const { sql, values } = where(filter, false);
    const lines = this.#catalog.raw
      .prepare<object, ItemLine>(
        `SELECT i.n, i.id, q.id AS queue, i.run, i.other_run, i.scenario, i.task_idx, i.gold, i.gold_why, i.overlap,
           i.removed_at IS NOT NULL AS removed
         FROM annotation_items AS i JOIN annotation_queues AS q ON q.n = i.queue ${sql} ORDER BY i.n`,
      )
      .all(values);
    const assigned = new Map<number, AssignmentLine[]>();
    const assignments = this.#catalog.raw.prepare<object, AssignmentLine>(
      `SELECT a.item, a.id, a.person, a.name, a.state, a.changed_at AS at FROM annotation_assignments AS a
       JOIN annotation_items AS i ON i.n = a.item JOIN annotation_queues AS q ON q.n = i.queue
       ${where({ ...filter, person: undefined }, false).sql} ORDER BY a.n`,
    );
    for (const line of assignments.iterate(values)) {
      const of = assigned.get(line.item);
      if (of === undefined) assigned.set(line.item, [line]);
      else of.push(line);
    }
    const joined = this.#joined(filter);
    return lines.map((line) => ({
      id: line.id,
      queue: line.queue,
      run: line.run,
      otherRun: line.other_run === '' ? null : line.other_run,
      scenario: line.scenario,
      taskIdx: line.task_idx,
      kind: line.gold === null ? 'work' : 'gold',
      gold: line.gold === null ? null : readDoc(line.gold),
      goldWhy: line.gold_why,
      overlap: line.overlap,
      removed: line.removed === 1,
      identical: joined.get(line.n) ?? [],
      assignments: (assigned.get(line.n) ?? []).map(({ id, person, name, state, at }) => ({
        id,
        person,
        name,
        state: state as AssignmentState,
        atMs: at,
      })),
    }));
  }

  /** Runs of a queue's items, in the order of the items. */
  places(queue: string, after: number, limit: number): ItemPlace[] {
    const { raw } = this.#catalog;
    const joined = raw
      .prepare<[number], string>('SELECT run FROM annotation_item_runs WHERE item = ? ORDER BY run')
      .pluck();
    return raw
      .prepare<
        [string, number, number],
        { n: number; id: string; run: string; other_run: string; scenario: string; task_idx: number | null }
      >(
        `SELECT i.n, i.id, i.run, i.other_run, i.scenario, i.task_idx FROM annotation_items AS i
         WHERE i.queue = (SELECT n FROM annotation_queues WHERE id = ?) AND i.n > ? ORDER BY i.n LIMIT ?`,
      )
      .all(queue, after, limit)
      .map(({ n, id, run, other_run: otherRun, scenario, task_idx: taskIdx }) => ({
        n,
        id,
        run,
        otherRun: otherRun === '' ? null : otherRun,
        scenario,
        taskIdx,
        identical: joined.all(n),
      }));
  }

  /** Runs besides its own that each item stands for. */
  #joined(filter: RecordFilter): Map<number, string[]> {
    const { sql, values } = where({ ...filter, person: undefined }, false);
    const joined = new Map<number, string[]>();
    const lines = this.#catalog.raw.prepare<object, { item: number; run: string }>(
      `SELECT r.item, r.run FROM annotation_item_runs AS r JOIN annotation_items AS i ON i.n = r.item
       JOIN annotation_queues AS q ON q.n = i.queue ${sql} ORDER BY r.item, r.run`,
    );
    for (const { item, run } of lines.iterate(values)) joined.set(item, [...(joined.get(item) ?? []), run]);
    return joined;
  }
}

function submissionRecord(line: SubmissionLine): SubmissionRecord {
  const isRepeat = line.item_kind === 'repeat';
  return {
    id: line.id,
    assignment: line.assignment,
    project: line.project,
    queue: line.queue,
    queueKind: line.kind as QueueKind,
    item: line.item,
    run: line.run,
    otherRun: line.other_run === '' ? null : line.other_run,
    scenario: line.scenario,
    taskIdx: line.task_idx,
    person: line.person,
    name: line.name,
    version: line.version,
    current: line.current === 1,
    schemaVersion: line.schema_version,
    guidelinesVersion: line.guidelines_version,
    doc: readDoc(line.doc),
    submittedAtMs: line.at,
    activeMs: line.active_ms,
    itemKind: isRepeat ? 'repeat' : line.is_gold === 1 ? 'gold' : 'work',
    repeats: isRepeat ? line.item : null,
    revealed: line.revealed === 1,
    copiedFrom: null,
  };
}
