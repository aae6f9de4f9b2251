import type { NewDecision } from '../../store/adjudication/types.ts';
import type { LabelledItem } from './gather.ts';
import type { AdjudicationParts } from './types.ts';

/** Puts a decision above the labels of a run in the library; an outcome that the schema no longer has, or none, is no word there. */
export function settleRun(
  { setDecided }: Pick<AdjudicationParts, 'setDecided'>,
  { schema }: LabelledItem,
  run: string,
  { doc, name, reason, section }: NewDecision,
): void {
  const outcome = schema.outcomes.find(({ value }) => value === doc.outcome)?.means;
  if (outcome === undefined) return;
  const note = [section, reason].filter((part) => part !== null && part !== '').join(': ');
  setDecided(run, { outcome, by: name, note: note === '' ? null : note });
}
