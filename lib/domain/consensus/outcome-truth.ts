import type { LabelOutcome } from '../../contracts/runs.ts';
import { settleWords, type Settled, type Word } from './settle-words.ts';

/** What one person said of a run in a queue. */
export interface SaidOfRun extends Pick<Word, 'person' | 'submittedAtMs'> {
  /** Null: no outcome, or one that the schema does not map. */
  readonly means: LabelOutcome | null;
}

export type Truth =
  | {
      readonly settled: Exclude<Settled, 'disputed'>;
      readonly complete: boolean;
      readonly says: LabelOutcome;
    }
  | { readonly settled: 'disputed' };

/**
 * What people say of a run, as complete or not: the decision of an adjudicator; else the labels where all who gave one say the
 * same of it. Undefined: nobody said anything.
 */
export function truthOf(decided: LabelOutcome | null, said: readonly SaidOfRun[]): Truth | undefined {
  const settlement = settleWords(
    decided === null ? null : passes(decided),
    said.map(({ person, submittedAtMs, means }) => ({
      person,
      submittedAtMs,
      says: means === null ? null : passes(means),
      independent: true,
    })),
  );
  if (settlement === undefined || settlement.settled === 'disputed') return settlement;
  const says =
    decided ?? said.find(({ means }) => means !== null && passes(means) === settlement.says)?.means;
  if (says === undefined || says === null) return undefined;
  return { settled: settlement.settled, complete: settlement.says === 'complete', says };
}

function passes(means: LabelOutcome): string {
  return means === 'complete' ? 'complete' : 'not complete';
}
