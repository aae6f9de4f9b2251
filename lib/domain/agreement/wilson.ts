/** The normal distribution's 0.975 quantile. */
export const Z95 = 1.959963984540054;

export interface Share {
  readonly hits: number;
  readonly n: number;
  readonly value: number;
  /** 95 % interval. */
  readonly low: number;
  readonly high: number;
}

/**
 * A share with Wilson's score interval (1927, JASA 22), which holds near 0 and 1 and for few cases. Null where n is 0.
 */
export function wilson(hits: number, n: number): Share | null {
  if (n <= 0) return null;
  const value = hits / n;
  const square = Z95 ** 2;
  const centre = (value + square / (2 * n)) / (1 + square / n);
  const half = (Z95 / (1 + square / n)) * Math.sqrt((value * (1 - value)) / n + square / (4 * n * n));
  return {
    hits,
    n,
    value,
    // Rounding must not leave the interval a hair beside 0 or 1.
    low: hits === 0 ? 0 : Math.max(0, centre - half),
    high: hits === n ? 1 : Math.min(1, centre + half),
  };
}
