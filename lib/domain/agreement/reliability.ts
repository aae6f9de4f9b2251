import { bootstrap, type Resampled } from './bootstrap.ts';
import { fleissKappa, krippendorffAlpha, percentAgreement } from './coefficients.ts';
import type { Scale } from './differences.ts';
import { type Figure, noFigure, type NoFigure } from './figure.ts';
import { type Item, itemVector, sumLength, sumOf, UNITS } from './ratings.ts';

/** How well several annotators agree on one question. */
export interface Reliability {
  readonly percent: Figure;
  readonly fleiss: Figure;
  readonly alpha: Figure;
  /** Items that two or more labelled, and their units (steps), of which the figures are made. */
  readonly items: number;
  readonly units: number;
  readonly ratings: number;
  readonly annotators: number;
  /** Of the bootstrap; 0: none was made. */
  readonly resamples: number;
}

export interface ReliabilityAsked {
  readonly items: readonly Item[];
  /** Values in the domain. */
  readonly size: number;
  readonly scale: Scale;
  readonly seed?: number;
}

/** Percent agreement, Fleiss' κ and Krippendorff's α with intervals over items, or why there are none. */
export function reliability({ items, size, scale, seed = 1 }: ReliabilityAsked): Reliability {
  const paired = items
    .map((item) => item.filter((unit) => unit.length > 1))
    .filter((item) => item.length > 0);
  const annotators = new Set(items.flatMap((item) => item.flatMap((unit) => unit.map(({ rater }) => rater))));
  const length = sumLength(size);
  const vectors = paired.map((item) => itemVector(item, size));
  const sum = sumOf(vectors, length);
  const statistics = [
    percentAgreement,
    (of: Float64Array) => fleissKappa(of, size),
    (of: Float64Array) => krippendorffAlpha(of, size, scale),
  ] as const;
  const why = noneBecause(annotators.size, paired.length);
  const { resamples, intervals }: Resampled =
    why === null ? bootstrap({ vectors, length, statistics, seed }) : { resamples: 0, intervals: [] };
  const allAgree = percentAgreement(sum) === 1;
  const figure = (index: 0 | 1 | 2): Figure => {
    if (why !== null) return noFigure(why);
    const value = statistics[index](sum);
    // One value alone: D_e, and so the denominator, is nothing.
    if (value === null) return noFigure('one_category');
    if (paired.length === 1) return { value, low: null, high: null, noInterval: 'one_item' };
    if (allAgree) return { value, low: null, high: null, noInterval: 'all_agree' };
    const interval = intervals[index];
    if (interval === undefined || 'none' in interval)
      return { value, low: null, high: null, noInterval: interval?.none ?? 'unstable' };
    return { value, ...interval, noInterval: null };
  };
  return {
    percent: figure(0),
    fleiss: figure(1),
    alpha: figure(2),
    items: paired.length,
    units: sum[UNITS] ?? 0,
    ratings: paired.reduce((total, item) => total + item.reduce((of, unit) => of + unit.length, 0), 0),
    annotators: annotators.size,
    resamples,
  };
}

function noneBecause(annotators: number, paired: number): NoFigure | null {
  if (annotators === 0) return 'no_labels';
  if (annotators === 1) return 'one_annotator';
  return paired === 0 ? 'no_overlap' : null;
}
