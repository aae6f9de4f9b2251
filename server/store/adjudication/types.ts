import type { DecisionDraft } from '../../../lib/contracts/annotation/adjudication.ts';
import type { DecisionRecord, RecordFilter } from '../../../lib/contracts/annotation/records.ts';

export interface Hold {
  readonly item: string;
  readonly person: string;
  readonly name: string;
  readonly untilMs: number;
}

/** What one adjudicator has of one item. */
export interface KeptDraft {
  readonly revision: number;
  readonly draft: DecisionDraft | null;
  /** Submissions that the letters stood for when it was saved, in their order. */
  readonly basis: readonly string[];
  readonly savedAtMs: number | null;
  readonly revealedAtMs: number | null;
  readonly skippedAtMs: number | null;
}

export interface KeptDecision extends DecisionRecord {
  readonly version: number;
  readonly provenance: 'decided' | 'group' | 'agreed';
  /** The item whose decision was taken over. */
  readonly like: string | null;
  /** Submissions as A, B, … when it was made. */
  readonly basis: readonly string[];
  readonly undone: { readonly name: string; readonly atMs: number } | null;
}

export type NewDecision = Omit<KeptDecision, 'id' | 'version' | 'undone'>;

export interface KeptProposal {
  readonly id: string;
  readonly project: string;
  readonly item: string;
  readonly section: string | null;
  readonly text: string;
  readonly name: string;
  readonly atMs: number;
  readonly state: 'open' | 'taken' | 'declined';
  readonly answeredBy: string | null;
}

export interface Place {
  readonly item: string;
  readonly person: string;
}

export type SaveOutcome =
  | { readonly kind: 'saved'; readonly draft: KeptDraft }
  | { readonly kind: 'newer'; readonly draft: KeptDraft };

export type DecideOutcome =
  | { readonly kind: 'decided'; readonly decision: KeptDecision }
  | { readonly kind: 'standing'; readonly decision: KeptDecision }
  | { readonly kind: 'held'; readonly hold: Hold }
  | { readonly kind: 'newer'; readonly draft: KeptDraft };

/** Decisions, and what adjudicators have in hand. Writing @throws AppError storage_full */
export interface AdjudicationShelf {
  /** Holds that have not run out. */
  holds(nowMs: number): readonly Hold[];
  /** Items that a person opened, and neither gave back nor revealed; a hold that ran out makes no difference. Null: anybody. Cheap. */
  inHand(person: string | null): readonly { readonly item: string; readonly project: string }[];
  /** Whether a person has had an item in hand all the time since they opened it. */
  keptBlind(place: Place): boolean;
  /** Takes or renews, and opens the item; answers who has it now. */
  hold(
    of: Place & {
      readonly name: string;
      readonly project: string;
      readonly run: string;
      readonly untilMs: number;
    },
    nowMs: number,
  ): Hold;
  /** Gives back what a person has in hand of a project, but for one item; how many. */
  giveBack(person: string, project: string, except: string | undefined): number;
  draft(place: Place): KeptDraft;
  /** Items that a person left to others. */
  skipped(person: string): ReadonlySet<string>;
  saveDraft(
    place: Place,
    save: { readonly baseRevision: number; readonly draft: DecisionDraft; readonly basis: readonly string[] },
  ): SaveOutcome;
  reveal(place: Place): void;
  skip(place: Place, reason: string): void;
  /** Those that stand. */
  decisions(filter: RecordFilter): readonly KeptDecision[];
  standing(item: string): KeptDecision | undefined;
  /** Newest first, those that were taken back too. */
  versions(item: string): readonly KeptDecision[];
  /**
   * One decision of an item stands: what another made, has in hand or saved is answered instead. `also` is done with it or not
   * at all. The same key again answers the decision that it made.
   */
  decide(
    decision: NewDecision,
    how: {
      readonly key: string | null;
      readonly save: { readonly baseRevision: number; readonly draft: DecisionDraft } | null;
      readonly nowMs: number;
      readonly also: () => void;
    },
  ): DecideOutcome;
  /** False: none stands. */
  undo(item: string, by: string, also: () => void): boolean;
  propose(proposal: Omit<KeptProposal, 'id' | 'state' | 'answeredBy'>): void;
  proposals(project: string): readonly KeptProposal[];
  /** open: the answer is taken back. Undefined: there is none such. */
  answer(id: string, state: KeptProposal['state'], by: string): KeptProposal | undefined;
  /** Rises with every change of decisions. */
  revision(): number;
}
