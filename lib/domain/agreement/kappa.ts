/** How well two raters agree beyond chance. Pure. */
import { Z95 } from './wilson.ts';

export interface Kappa {
  readonly value: number;
  /** 95 % interval, kept within −1 and 1. */
  readonly low: number;
  readonly high: number;
}

/**
 * Cohen's κ (1960) of a square table of counts, rows the one rater's classes, columns the other's, with the large-sample
 * interval of Fleiss, Cohen and Everitt (1969, Psychological Bulletin 72, formula 13). Null where it is not defined: no
 * observation, or both raters gave one and the same class only.
 */
export function cohensKappa(table: readonly (readonly number[])[]): Kappa | null {
  const n = table.flat().reduce((sum, count) => sum + count, 0);
  if (n === 0) return null;
  const p = (i: number, j: number): number => (table[i]?.[j] ?? 0) / n;
  const classes = table.map((_, index) => index);
  const row = classes.map((i) => classes.reduce((sum, j) => sum + p(i, j), 0));
  const column = classes.map((j) => classes.reduce((sum, i) => sum + p(i, j), 0));
  const observed = classes.reduce((sum, i) => sum + p(i, i), 0);
  const expected = classes.reduce((sum, i) => sum + (row[i] ?? 0) * (column[i] ?? 0), 0);
  const chance = 1 - expected;
  if (chance < 1e-12) return null;
  const value = (observed - expected) / chance;
  const rest = 1 - value;
  let onDiagonal = 0;
  let beside = 0;
  for (const i of classes) {
    for (const j of classes) {
      if (i === j) onDiagonal += p(i, i) * (1 - ((row[i] ?? 0) + (column[i] ?? 0)) * rest) ** 2;
      else beside += p(i, j) * ((column[i] ?? 0) + (row[j] ?? 0)) ** 2;
    }
  }
  const variance = (onDiagonal + rest ** 2 * beside - (value - expected * rest) ** 2) / (n * chance ** 2);
  const half = Z95 * Math.sqrt(Math.max(0, variance));
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) };
}
