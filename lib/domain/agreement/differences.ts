/** How far two values are apart: Krippendorff's δ², as a square matrix over the value domain, by rows. */
export type Differences = Float64Array;

/** What the values are, which says how far apart they are. */
export type Scale =
  | { readonly kind: 'nominal' }
  /** The domain's order is that of its codes. */
  | { readonly kind: 'ordinal' }
  | { readonly kind: 'fixed'; readonly differences: Differences };

export const NOMINAL: Scale = { kind: 'nominal' };
export const ORDINAL: Scale = { kind: 'ordinal' };

/** Values that are numbers: the square of their distance. */
export function intervalScale(values: readonly number[]): Scale {
  return fixed(values, (a, b) => (a - b) ** 2);
}

/** Positions, where those up to `tolerance` apart are the same; a null (no position) is like no other. */
export function toleranceScale(values: readonly (number | null)[], tolerance: number): Scale {
  return fixed(values, (a, b) => {
    if (a === null || b === null) return a === b ? 0 : 1;
    return Math.abs(a - b) <= tolerance ? 0 : 1;
  });
}

/**
 * Sets, by MASI (Passonneau 2006, LREC): 1 − Jaccard × monotonicity, which is 1 for equal sets, 2/3 where one holds the
 * other, 1/3 where they only overlap, else 0. Two empty sets are equal; an empty set and another have nothing in common.
 */
export function masiScale(values: readonly ReadonlySet<string>[]): Scale {
  return fixed(values, masi);
}

export function masi(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((value) => b.has(value)).length;
  const union = a.size + b.size - shared;
  if (union === 0) return 0;
  if (shared === 0) return 1;
  const smaller = Math.min(a.size, b.size);
  const monotonicity = shared === union ? 1 : shared === smaller ? 2 / 3 : 1 / 3;
  return 1 - (shared / union) * monotonicity;
}

function fixed<T>(values: readonly T[], difference: (a: T, b: T) => number): Scale {
  const differences = new Float64Array(values.length ** 2);
  values.forEach((a, row) => {
    values.forEach((b, column) => {
      differences[row * values.length + column] = difference(a, b);
    });
  });
  return { kind: 'fixed', differences };
}

/** The differences over a domain whose values were given so often. Ordinal ones hang on these counts. */
export function differencesOf(scale: Scale, counts: ArrayLike<number>): Differences {
  if (scale.kind === 'fixed') return scale.differences;
  const size = counts.length;
  const differences = new Float64Array(size ** 2);
  for (let low = 0; low < size; low += 1) {
    let between = counts[low] ?? 0;
    for (let high = low + 1; high < size; high += 1) {
      between += counts[high] ?? 0;
      const difference =
        scale.kind === 'nominal' ? 1 : (between - ((counts[low] ?? 0) + (counts[high] ?? 0)) / 2) ** 2;
      differences[low * size + high] = difference;
      differences[high * size + low] = difference;
    }
  }
  return differences;
}
