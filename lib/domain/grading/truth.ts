import type { LabelOutcome } from '../../contracts/runs.ts';

/** What one person said of a run in a queue. */
export interface SaidOfRun {
  readonly person: string;
  /** Null: no outcome, or one that the schema does not map. */
  readonly means: LabelOutcome | null;
}

/** How a run's truth came to be; `disputed`: people disagree and nobody decided yet. */
export type TruthSource = 'decision' | 'unanimous' | 'single' | 'disputed';

export type Truth =
  | {
      readonly source: Exclude<TruthSource, 'disputed'>;
      readonly complete: boolean;
      readonly says: LabelOutcome;
    }
  | { readonly source: 'disputed' };

/**
 * What people say of a run, as complete or not: the decision of an adjudicator; else the labels where all who gave one say the
 * same of it (`single`: one person alone). Undefined: nobody said anything.
 */
export function truthOf(decided: LabelOutcome | null, said: readonly SaidOfRun[]): Truth | undefined {
  if (decided !== null) return { source: 'decision', complete: decided === 'complete', says: decided };
  const words = said.flatMap(({ means }) => (means === null ? [] : [means]));
  const [first] = words;
  if (first === undefined) return undefined;
  const complete = first === 'complete';
  if (words.some((word) => (word === 'complete') !== complete)) return { source: 'disputed' };
  return { source: words.length > 1 ? 'unanimous' : 'single', complete, says: first };
}
