import type { Item } from '../ratings.ts';

/** Ratings by rater (rows) and unit, null where one is missing, as items of one unit each. */
export function itemsOf(raters: readonly (readonly (number | null)[])[]): readonly Item[] {
  const [first = []] = raters;
  return first.map((_, unit) => [
    raters.flatMap((rates, rater) => {
      const value = rates[unit] ?? null;
      return value === null ? [] : [{ rater, value }];
    }),
  ]);
}

/** `1 2 . 3`: a point where a rating is missing. */
export function rates(line: string): readonly (number | null)[] {
  return line
    .trim()
    .split(/\s+/)
    .map((word) => (word === '.' ? null : Number(word)));
}

/** Units as counts of raters by value. */
export function itemsOfCounts(counts: readonly (readonly number[])[]): readonly Item[] {
  return counts.map((row) => {
    const values = row.flatMap((count, value) => Array.from({ length: count }, () => value));
    return [values.map((value, rater) => ({ rater, value }))];
  });
}
