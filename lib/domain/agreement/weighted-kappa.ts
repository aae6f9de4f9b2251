/**
 * Cohen's weighted κ (1968, Psychological Bulletin 70) of a square table of counts whose classes are in order: a
 * disagreement weighs as much as its distance (linear) or its square (quadratic). Null where it is not defined.
 */
export function weightedKappa(
  table: readonly (readonly number[])[],
  weights: 'linear' | 'quadratic',
): number | null {
  const size = table.length;
  const at = (i: number, j: number): number => table[i]?.[j] ?? 0;
  const classes = table.map((_, index) => index);
  const rows = classes.map((i) => classes.reduce((sum, j) => sum + at(i, j), 0));
  const columns = classes.map((j) => classes.reduce((sum, i) => sum + at(i, j), 0));
  const n = rows.reduce((sum, count) => sum + count, 0);
  if (n === 0 || size < 2) return null;
  let observed = 0;
  let expected = 0;
  for (const i of classes) {
    for (const j of classes) {
      const weight = weights === 'linear' ? Math.abs(i - j) : (i - j) ** 2;
      observed += weight * at(i, j);
      expected += (weight * (rows[i] ?? 0) * (columns[j] ?? 0)) / n;
    }
  }
  return expected <= 0 ? null : 1 - observed / expected;
}
