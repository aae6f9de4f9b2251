import type { LiveStep } from '../contracts/live.ts';

/** What the observe pane looks at: one state of one episode, live or past. */
export interface Viewed {
  /** The episode's id in the record. */
  readonly recordId: string;
  readonly scenario: string;
  readonly taskIdx: number | null;
  /** The state looked at: after this step; 0 is the seed. */
  readonly seq: number;
  /** The newest step; 0 where there is none yet. */
  readonly newest: number;
  /** Null at the seed. */
  readonly step: LiveStep | null;
  /** All steps so far, by sequence. */
  readonly steps: readonly LiveStep[];
  /** A person took the steps: their marks are round. */
  readonly human: boolean;
  /** The newest state of an episode that still runs. */
  readonly live: boolean;
  /** Baseline play that is not done: no verdict, no verifier, no source. */
  readonly hidden: boolean;
}
