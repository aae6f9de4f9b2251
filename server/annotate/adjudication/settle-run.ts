import type { NewDecision } from '../../store/adjudication/types.ts';
import type { LabelledItem } from './gather.ts';
import type { AdjudicationParts } from './types.ts';

type Deps = Pick<AdjudicationParts, 'setDecided'>;

/**
 * Puts a decision above the labels of the item's runs in the library; an outcome that the schema no longer has, or none, is no word there. Which of
 * two runs is better says of neither how it ended.
 */
export function settleRuns(
  { setDecided }: Deps,
  { schema, run, otherRun, record }: LabelledItem,
  { doc, name, reason, section }: NewDecision,
): void {
  const outcome = schema.outcomes.find(({ value }) => value === doc.outcome)?.means;
  if (outcome === undefined || otherRun !== null) return;
  const note = [section, reason].filter((part) => part !== null && part !== '').join(': ');
  for (const each of [run, ...record.identical])
    setDecided(each, { outcome, by: name, note: note === '' ? null : note });
}

/** Takes it back. */
export function unsettleRuns(
  { setDecided }: Deps,
  { run, otherRun, record }: LabelledItem,
  by: string,
): void {
  if (otherRun !== null) return;
  for (const each of [run, ...record.identical]) setDecided(each, { outcome: null, by, note: null });
}
