import { median } from './quantile.ts';

/** A label with the time that it took. */
export interface Timed {
  readonly id: string;
  readonly person: string;
  readonly activeMs: number;
  /** Steps that the annotator had to judge: those of the run, without marks taken over from another. */
  readonly steps: number;
}

export interface Rushed {
  readonly id: string;
  readonly person: string;
  /** Time against what the others', and one's own, pace would take for an item of this length; null: not known. */
  readonly ofOthers: number | null;
  readonly ofOwn: number | null;
}

/** A pace needs so many labels. */
export const PACE_MIN = 5;
/** Below this part of the expected time a label is rushed. */
export const RUSHED_BELOW = 1 / 3;

/**
 * Labels made in less than a third of the time that their length asks for. Length is the number of steps, and one for the whole; a
 * pace is the median of time by length. Expected is the others' pace (the median of their paces, so that one who labels most does
 * not set it), or one's own; a label is rushed where it is below a third of either. Paces of fewer than five labels are not
 * known.
 */
export function rushed(labels: readonly Timed[]): readonly Rushed[] {
  const rates = new Map<string, number[]>();
  for (const label of labels) {
    const own = rates.get(label.person) ?? [];
    own.push(rateOf(label));
    rates.set(label.person, own);
  }
  const paces = new Map<string, number>();
  for (const [person, own] of rates) {
    const pace = own.length < PACE_MIN ? null : median(own);
    if (pace !== null && pace > 0) paces.set(person, pace);
  }
  const others = new Map<string, number | null>();
  for (const person of rates.keys()) {
    others.set(person, median([...paces].filter(([name]) => name !== person).map(([, pace]) => pace)));
  }
  return labels.flatMap((label) => {
    const against = (pace: number | null | undefined): number | null =>
      pace === null || pace === undefined ? null : rateOf(label) / pace;
    const ofOthers = against(others.get(label.person));
    const ofOwn = against(paces.get(label.person));
    const isRushed = (ofOthers ?? 1) < RUSHED_BELOW || (ofOwn ?? 1) < RUSHED_BELOW;
    return isRushed ? [{ id: label.id, person: label.person, ofOthers, ofOwn }] : [];
  });
}

function rateOf({ activeMs, steps }: Timed): number {
  return activeMs / (1 + Math.max(0, steps));
}
