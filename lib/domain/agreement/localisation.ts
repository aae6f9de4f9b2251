import { bootstrap } from './bootstrap.ts';
import { type Figure, noFigure } from './figure.ts';
import { type Sparse, sparse, sumOf } from './ratings.ts';

/** Where an annotator saw the first error: a step, or said that there is none. */
export type FirstError = number | 'none';

/** How pairs of annotators of an item stand to each other. */
export interface Localisation {
  /** Pairs by case. */
  readonly bothNone: number;
  readonly same: number;
  /** Within the tolerance, not the same. */
  readonly near: number;
  readonly apart: number;
  /** One names a step, the other says that there is none: always a disagreement. */
  readonly noneAgainstStep: number;
  readonly pairs: number;
  readonly items: number;
  /** Agreeing pairs (both none, same or near) of all, each item counting once. */
  readonly agreement: Figure;
  /** The same among pairs that both name a step. */
  readonly onSteps: Figure;
}

/**
 * Agreement on the first error with a tolerance of so many steps: both say none, or both name a step and the steps lie at most
 * `tolerance` apart by their numbers. Items as the first errors of their annotators; whoever gave none is left out.
 */
export function localisation(
  items: readonly (readonly FirstError[])[],
  tolerance: number,
  seed = 1,
): Localisation {
  const counts = { bothNone: 0, same: 0, near: 0, apart: 0, noneAgainstStep: 0 };
  const vectors: Sparse[] = [];
  for (const item of items.filter(({ length }) => length > 1)) {
    const before = { ...counts };
    for (const [index, a] of item.entries()) {
      for (const b of item.slice(index + 1)) counts[caseOf(a, b, tolerance)] += 1;
    }
    const of = (key: keyof typeof counts): number => counts[key] - before[key];
    const onSteps = of('same') + of('near') + of('apart');
    const agree = of('same') + of('near');
    const pairs = onSteps + of('bothNone') + of('noneAgainstStep');
    const entries = new Map([
      [0, 1],
      [1, (agree + of('bothNone')) / pairs],
    ]);
    if (onSteps > 0) entries.set(2, 1).set(3, agree / onSteps);
    vectors.push(sparse(entries));
  }
  const ratio = (over: number, under: number) => (sum: Float64Array) =>
    (sum[under] ?? 0) === 0 ? null : (sum[over] ?? 0) / (sum[under] ?? 0);
  const statistics = [ratio(1, 0), ratio(3, 2)];
  const sum = sumOf(vectors, 4);
  const { intervals } = bootstrap({ vectors, length: 4, statistics, seed });
  const figure = (index: 0 | 1): Figure => {
    const value = statistics[index]?.(sum) ?? null;
    if (value === null) return noFigure(items.length === 0 ? 'no_labels' : 'no_overlap');
    if (vectors.length === 1) return { value, low: null, high: null, noInterval: 'one_item' };
    if (value === 1) return { value, low: null, high: null, noInterval: 'all_agree' };
    const interval = intervals[index];
    if (interval === undefined || 'none' in interval)
      return { value, low: null, high: null, noInterval: interval?.none ?? 'unstable' };
    return { value, ...interval, noInterval: null };
  };
  return {
    ...counts,
    pairs: Object.values(counts).reduce((total, count) => total + count, 0),
    items: vectors.length,
    agreement: figure(0),
    onSteps: figure(1),
  };
}

function caseOf(
  a: FirstError,
  b: FirstError,
  tolerance: number,
): 'bothNone' | 'same' | 'near' | 'apart' | 'noneAgainstStep' {
  if (a === 'none' || b === 'none') return a === b ? 'bothNone' : 'noneAgainstStep';
  if (a === b) return 'same';
  return Math.abs(a - b) <= tolerance ? 'near' : 'apart';
}
