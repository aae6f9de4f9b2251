/** Why a statistic has no value. */
export type NoFigure =
  /** Nothing was labelled (that counts here). */
  | 'no_labels'
  /** One annotator alone. */
  | 'one_annotator'
  /** Several annotators, and no item that two of them labelled. */
  | 'no_overlap'
  /** All chose one and the same value: chance alone would agree as well, so agreement beyond chance is not defined. */
  | 'one_category';

/** Why a value has no interval. */
export type NoInterval =
  /** One item cannot be resampled. */
  | 'one_item'
  /** No disagreement was seen: resampling would only give the same again. */
  | 'all_agree'
  /** Every resample gives the same, though there are disagreements: there are too few to tell. */
  | 'no_variation'
  /** In more than a tenth of the resamples the statistic is not defined. */
  | 'unstable';

/** A statistic as it is told: with its 95 % interval, or with the reason why there is none. Never NaN. */
export type Figure =
  | { readonly value: null; readonly why: NoFigure; readonly low: null; readonly high: null }
  | { readonly value: number; readonly low: number; readonly high: number; readonly noInterval: null }
  | { readonly value: number; readonly low: null; readonly high: null; readonly noInterval: NoInterval };

export function noFigure(why: NoFigure): Figure {
  return { value: null, why, low: null, high: null };
}
