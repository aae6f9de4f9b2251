import type { ItemRecord, SubmissionRecord } from '../../../lib/contracts/annotation/records.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { labelRows, type LabelRow } from '../../../lib/domain/adjudication/index.ts';
import type { AdjudicationParts } from './types.ts';

/** An item with the labels that stand side by side. */
export interface LabelledItem {
  readonly record: ItemRecord;
  readonly project: string;
  readonly queue: string;
  readonly run: string;
  readonly otherRun: string | null;
  /** Current ones of different people. */
  readonly labels: readonly SubmissionRecord[];
  readonly schemaVersion: number;
  readonly schema: LabelSchemaDoc;
  /** All rows; those that differ say so. */
  readonly rows: readonly LabelRow[];
  readonly differs: boolean;
  /** Labels are still to come: fewer than the overlap in a queue that is not closed, or somebody has it in hand. */
  readonly waiting: boolean;
}

/**
 * Items that people labelled for their own sake: gold items and hidden repeats are no disagreement between people, and a label that
 * was copied to an identical run is its item's.
 */
export function gatherItems(
  { records, projects }: Pick<AdjudicationParts, 'records' | 'projects'>,
  filter: { readonly project?: string; readonly queue?: string; readonly run?: string },
): LabelledItem[] {
  const labels = new Map<string, SubmissionRecord[]>();
  for (const label of records.submissions(filter)) {
    if (!label.current || label.itemKind !== 'work' || label.copiedFrom !== null) continue;
    const known = labels.get(label.item);
    if (known === undefined) labels.set(label.item, [label]);
    else known.push(label);
  }
  return records.items(filter).flatMap((record) => {
    const of = labels.get(record.id) ?? [];
    const [first] = of;
    if (first === undefined || record.removed) return [];
    const schemaVersion = Math.max(...of.map((label) => label.schemaVersion));
    const schema = projects.schema(first.project, schemaVersion)?.doc;
    if (schema === undefined) return [];
    const rows = labelRows(
      of.map(({ doc }) => doc),
      schema,
    );
    const { project, queue, run, otherRun } = first;
    return [
      {
        record,
        project,
        queue,
        run,
        otherRun,
        labels: of,
        schemaVersion,
        schema,
        rows,
        differs: rows.some(({ differs }) => differs),
        waiting: isWaiting(record, of.length, projects.queue(queue)?.state === 'closed'),
      },
    ];
  });
}

/** Of a pair: one of its runs. */
export function hidesItem(
  blind: { hides(run: string): boolean },
  { run, otherRun }: Pick<LabelledItem, 'run' | 'otherRun'>,
): boolean {
  return blind.hides(run) || (otherRun !== null && blind.hides(otherRun));
}

function isWaiting(record: ItemRecord, labels: number, closed: boolean): boolean {
  const inHand = record.assignments.some(({ state }) => state === 'reserved' || state === 'returned');
  return inHand || (labels < record.overlap && !closed);
}
