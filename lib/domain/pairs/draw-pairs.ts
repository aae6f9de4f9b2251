/** Pairs of runs of one task, to be compared by people. Pure. */

/** How many pairs so many runs have. */
export function pairsAmong(runs: number): number {
  return (runs * (runs - 1)) / 2;
}

/**
 * `count` different pairs out of all (null, or as many as there are: all of them), in order of their runs; every choice is as likely. `random` gives
 * numbers from 0 up to 1.
 */
export function drawPairs(
  runs: readonly string[],
  count: number | null,
  random: () => number,
): (readonly [string, string])[] {
  const sorted = [...new Set(runs)].sort();
  const all = pairsAmong(sorted.length);
  const chosen = new Set<number>();
  // Floyd's sampling: no list of all pairs is made.
  const first = count === null || count >= all ? 0 : all - count;
  if (first === 0) for (let index = 0; index < all; index += 1) chosen.add(index);
  else
    for (let last = first; last < all; last += 1) {
      const index = Math.floor(random() * (last + 1));
      chosen.add(chosen.has(index) ? last : index);
    }
  return [...chosen].sort((a, b) => a - b).flatMap((index) => pairAt(sorted, index));
}

/** Pair number `index` of (1, 0), (2, 0), (2, 1), (3, 0), … */
function pairAt(sorted: readonly string[], index: number): (readonly [string, string])[] {
  let high = Math.floor((1 + Math.sqrt(1 + 8 * index)) / 2);
  // The root of a large number may be off by one.
  if (pairsAmong(high) > index) high -= 1;
  if (pairsAmong(high + 1) <= index) high += 1;
  const [a, b] = [sorted[index - pairsAmong(high)], sorted[high]];
  return a === undefined || b === undefined ? [] : [[a, b]];
}
