import { type Figure, noFigure } from './figure.ts';
import { cohensKappa } from './kappa.ts';
import type { Item } from './ratings.ts';
import { weightedKappa } from './weighted-kappa.ts';

/** Two annotators on what both of them labelled. */
export interface PairAgreement {
  /** Units (items, or steps) that both labelled. */
  readonly n: number;
  readonly agrees: number;
  /** Cohen's κ with its large-sample interval (Fleiss, Cohen and Everitt 1969). */
  readonly kappa: Figure;
  /** Quadratic weights; null where values have no order. */
  readonly weighted: number | null;
  /** Rows the first one's values, columns the second one's. */
  readonly table: readonly (readonly number[])[];
}

export function pairAgreement(
  items: readonly Item[],
  [first, second]: readonly [number, number],
  { size, ordered }: { readonly size: number; readonly ordered: boolean },
): PairAgreement {
  const table = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  let n = 0;
  let agrees = 0;
  for (const unit of items.flat()) {
    const a = unit.find(({ rater }) => rater === first)?.value;
    const b = unit.find(({ rater }) => rater === second)?.value;
    if (a === undefined || b === undefined) continue;
    n += 1;
    if (a === b) agrees += 1;
    const row = table[a];
    if (row !== undefined) row[b] = (row[b] ?? 0) + 1;
  }
  return {
    n,
    agrees,
    kappa: kappaFigure(table, n, agrees),
    weighted: ordered ? weightedKappa(table, 'quadratic') : null,
    table,
  };
}

function kappaFigure(table: readonly (readonly number[])[], n: number, agrees: number): Figure {
  if (n === 0) return noFigure('no_overlap');
  const kappa = cohensKappa(table);
  if (kappa === null) return noFigure('one_category');
  const { value, low, high } = kappa;
  if (n === 1) return { value, low: null, high: null, noInterval: 'one_item' };
  if (agrees === n) return { value, low: null, high: null, noInterval: 'all_agree' };
  // One of the two gave one value only, or they never agree: the formula's variance is 0.
  if (high - low < 1e-12) return { value, low: null, high: null, noInterval: 'no_variation' };
  return { value, low, high, noInterval: null };
}
