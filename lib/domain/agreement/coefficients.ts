import { differencesOf, type Scale } from './differences.ts';
import { AGREEMENT, SHARES, UNITS } from './ratings.ts';

/** Coefficients from the sums of `ratings.ts`; null where one is not defined. */

/**
 * Share of pairs of raters that agree, each unit counting once whatever the number of its raters.
 */
export function percentAgreement(sum: Float64Array): number | null {
  const units = sum[UNITS] ?? 0;
  return units === 0 ? null : (sum[AGREEMENT] ?? 0) / units;
}

/**
 * Fleiss' κ (1971, Psychological Bulletin 76). Where units have different numbers of raters: the generalisation that Gwet
 * gives (Handbook of Inter-Rater Reliability, 4th ed. 2014, ch. 2), in which each unit counts once, over the units with two
 * ratings or more. With equal numbers it is Fleiss' own.
 */
export function fleissKappa(sum: Float64Array, size: number): number | null {
  const observed = percentAgreement(sum);
  if (observed === null) return null;
  const units = sum[UNITS] ?? 0;
  let chance = 0;
  for (let value = 0; value < size; value += 1) chance += ((sum[SHARES + value] ?? 0) / units) ** 2;
  return 1 - chance < 1e-12 ? null : (observed - chance) / (1 - chance);
}

/**
 * Krippendorff's α (2011, Computing Krippendorff's Alpha-Reliability), missing ratings allowed: 1 − D_o / D_e over the
 * coincidence matrix.
 */
export function krippendorffAlpha(sum: Float64Array, size: number, scale: Scale): number | null {
  const counts = new Float64Array(size);
  let n = 0;
  const from = SHARES + size;
  for (let row = 0; row < size; row += 1) {
    let count = 0;
    for (let column = 0; column < size; column += 1) count += sum[from + row * size + column] ?? 0;
    counts[row] = count;
    n += count;
  }
  if (n < 2) return null;
  const differences = differencesOf(scale, counts);
  let observed = 0;
  let expected = 0;
  for (let row = 0; row < size; row += 1) {
    for (let column = row + 1; column < size; column += 1) {
      const difference = differences[row * size + column] ?? 0;
      observed += (sum[from + row * size + column] ?? 0) * difference;
      expected += (counts[row] ?? 0) * (counts[column] ?? 0) * difference;
    }
  }
  return expected <= 0 ? null : 1 - ((n - 1) * observed) / expected;
}
