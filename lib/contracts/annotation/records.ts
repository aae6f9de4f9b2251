import type { LabelDoc } from './label-doc.ts';
import type { AssignmentState, QueueKind } from './queues.ts';

/** Labels as agreement, adjudication, grading of verifiers and exports read them: whole, named, with all their versions. */

export interface SubmissionRecord {
  readonly id: string;
  readonly assignment: string;
  readonly project: string;
  readonly queue: string;
  readonly queueKind: QueueKind;
  readonly item: string;
  /** Run (episode) id; of a pair the first, `otherRun` the second. */
  readonly run: string;
  readonly otherRun: string | null;
  readonly scenario: string;
  readonly taskIdx: number | null;
  /** Principal id and name. */
  readonly person: string;
  readonly name: string;
  /** 1, 2, …: versions of one annotator's label of one item; the last one is current. */
  readonly version: number;
  readonly current: boolean;
  readonly schemaVersion: number;
  readonly guidelinesVersion: number;
  readonly doc: LabelDoc;
  readonly submittedAtMs: number;
  /** Time in which the annotator did something on it. */
  readonly activeMs: number;
  /** gold: held against a known answer; repeat: the same person's own item again. Neither counts in agreement between people. */
  readonly itemKind: 'work' | 'gold' | 'repeat';
  /** repeat: the item that it repeats. */
  readonly repeats: string | null;
  readonly revealed: boolean;
  /** Labelled once for this run, which has the same calls and answers as `item`'s own; null: labelled itself. */
  readonly copiedFrom: string | null;
}

export interface ItemRecord {
  readonly id: string;
  readonly queue: string;
  /** Of a pair the first, `otherRun` the second. */
  readonly run: string;
  readonly otherRun: string | null;
  readonly scenario: string;
  readonly taskIdx: number | null;
  readonly kind: 'work' | 'gold' | 'repeat';
  readonly gold: LabelDoc | null;
  readonly goldWhy: string;
  readonly overlap: number;
  readonly removed: boolean;
  /** Runs that this item stands for besides its own. */
  readonly identical: readonly string[];
  readonly assignments: readonly {
    readonly id: string;
    readonly person: string;
    readonly name: string;
    readonly state: AssignmentState;
    readonly atMs: number;
  }[];
}

/** What the adjudicator settled of an item; stands above the labels that it came from. */
export interface DecisionRecord {
  readonly id: string;
  readonly project: string;
  readonly queue: string;
  readonly item: string;
  readonly run: string;
  readonly person: string;
  readonly name: string;
  readonly doc: LabelDoc;
  readonly schemaVersion: number;
  /** By row (`outcome`, `firstError`, `step:6`, `tags`, `field:x`): whose word it is (a submission's id), or own. */
  readonly from: Readonly<
    Record<string, { readonly choice: 'submission' | 'own'; readonly submission: string | null }>
  >;
  readonly reason: string;
  readonly section: string | null;
  readonly revealed: boolean;
  readonly atMs: number;
}

export interface RecordFilter {
  readonly project?: string;
  readonly queue?: string;
  readonly run?: string;
  readonly person?: string;
}
