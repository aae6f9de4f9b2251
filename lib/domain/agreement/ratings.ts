/** Ratings as the statistics take them, and the sums that they hang on. Pure. */

export interface Rating {
  readonly rater: number;
  /** Code of the value in the domain: 0, 1, … */
  readonly value: number;
}

/** One thing that was rated, by each rater once at most; who did not rate it is not there. */
export type Unit = readonly Rating[];

/**
 * An item: its units, which are no independent draws of each other (the steps of one run), and so are resampled together. Of an
 * outcome there is one unit.
 */
export type Item = readonly Unit[];

/** Layout of a sum: units with two ratings or more, their pairwise agreement, shares by value, then the coincidence matrix. */
export const UNITS = 0;
export const AGREEMENT = 1;
export const SHARES = 2;

export function sumLength(size: number): number {
  return SHARES + size + size * size;
}

/** A vector's places that are not zero. */
export interface Sparse {
  readonly at: Int32Array;
  readonly by: Float64Array;
}

export function sparse(entries: ReadonlyMap<number, number>): Sparse {
  const at = Int32Array.from(entries.keys()).sort();
  return { at, by: Float64Array.from(at, (place) => entries.get(place) ?? 0) };
}

export function addTo(sum: Float64Array, { at, by }: Sparse, times = 1): void {
  for (let entry = 0; entry < at.length; entry += 1) {
    const place = at[entry] ?? 0;
    sum[place] = (sum[place] ?? 0) + times * (by[entry] ?? 0);
  }
}

export function sumOf(vectors: readonly Sparse[], length: number): Float64Array {
  const sum = new Float64Array(length);
  for (const vector of vectors) addTo(sum, vector);
  return sum;
}

/** What one item adds to the sum. Units with one rating add nothing: they cannot be paired. */
export function itemVector(item: Item, size: number): Sparse {
  const entries = new Map<number, number>();
  const add = (at: number, by: number): unknown => entries.set(at, (entries.get(at) ?? 0) + by);
  for (const unit of item) {
    const ratings = unit.length;
    if (ratings < 2) continue;
    let equal = 0;
    for (const [index, { value }] of unit.entries()) {
      add(SHARES + value, 1 / ratings);
      for (const [other, { value: beside }] of unit.entries()) {
        if (index === other) continue;
        if (value === beside) equal += 1;
        add(SHARES + size + value * size + beside, 1 / (ratings - 1));
      }
    }
    add(UNITS, 1);
    if (equal > 0) add(AGREEMENT, equal / (ratings * (ratings - 1)));
  }
  return sparse(entries);
}
