import type {
  DecisionRecord,
  ItemRecord,
  RecordFilter,
  SubmissionRecord,
} from '../../lib/contracts/annotation/records.ts';
import type { Principal } from '../../lib/contracts/people.ts';

/** Runs that a person must not be told about: those that they hold, or may get, unsubmitted and not revealed. */
export interface BlindRuns {
  /** Nothing is hidden from this person. */
  readonly empty: boolean;
  /** Names the set: the same key, the same runs. */
  readonly key: string;
  readonly runs: ReadonlySet<string>;
  /** The same as 16 bytes a run. */
  packed(): Uint8Array;
  hides(run: string): boolean;
  /** One of the hidden runs is of this task: what is said of all runs of the task would tell of it. */
  hidesTask(scenario: string, taskIdx: number): boolean;
  /** The same of its scenario, for what is said of a scenario's runs together. */
  hidesScenario(scenario: string): boolean;
}

/** An item that a person opened to decide. */
export interface InHand {
  readonly item: string;
  readonly project: string;
}

export interface Blindness {
  /** Cheap: asked for every request. */
  of(person: Principal): BlindRuns;
  /** What anybody has still to label: who asks without signing in may be one of them. */
  ofStrangers(): BlindRuns;
  /**
   * The run behind an assignment's id, where the assignment is the person's own; undefined: there is none such. Evidence routes
   * take either id.
   */
  runOf(alias: string, person: Principal): string | undefined;
  /** Runs that an item stands for, with their forks; [] where it was removed. */
  runsOfItem(item: string): readonly string[];
  /** Where the person has a hidden run to label. */
  queuesOf(run: string, person: Principal): readonly { readonly id: string; readonly name: string }[];
  /** Disagreements that the person has in hand, which hide the run; without one: all of them. */
  inHandOf(person: Principal, run?: string): readonly InHand[];
}

/** All that was labelled, for those who may see it all; reading only. */
export interface AnnotationRecords {
  submissions(filter: RecordFilter): readonly SubmissionRecord[];
  items(filter: RecordFilter): readonly ItemRecord[];
  decisions(filter: RecordFilter): readonly DecisionRecord[];
  /** Rises with every change. */
  revision(): number;
}
