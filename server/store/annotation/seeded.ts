/** Numbers that look like chance and are the same for the same words: FNV-1a, then mixed (murmur3's finaliser). */
export function seeded(...words: readonly (string | number)[]): number {
  let h = 0x811c9dc5;
  for (const char of words.join('\u0000')) h = Math.imul(h ^ (char.codePointAt(0) ?? 0), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** From 0 up to 1. */
export function seededFraction(...words: readonly (string | number)[]): number {
  return seeded(...words) / 0x1_0000_0000;
}

/** Whether the item of this number (from 1) is the one of its block that is of a kind: one in so many, none for 0. */
export function isPlaced(
  number: number,
  oneIn: number,
  seed: number,
  person: string,
  kind: 'gold' | 'repeat',
): boolean {
  if (oneIn === 0) return false;
  const block = Math.floor((number - 1) / oneIn);
  return (number - 1) % oneIn === seeded(seed, person, kind, block) % oneIn;
}

/** Own items that lie between one and its hidden repeat, at least. */
export const REPEAT_GAP = 3;

/**
 * How many items somebody gets all in all who has `work` of them to label: planned, not counted, so that the number does not move when
 * a gold item or a repeat has been given.
 */
export function plannedTotal(
  work: number,
  gold: number,
  {
    goldOneIn,
    repeatOneIn,
    seed,
  }: { readonly goldOneIn: number; readonly repeatOneIn: number; readonly seed: number },
  person: string,
): number {
  let given = 0;
  let golds = gold;
  let repeats = 0;
  let number = 0;
  while (given < work) {
    number += 1;
    if (golds > 0 && isPlaced(number, goldOneIn, seed, person, 'gold')) golds -= 1;
    else if (
      number > REPEAT_GAP + 1 &&
      repeats < given &&
      isPlaced(number, repeatOneIn, seed, person, 'repeat')
    )
      repeats += 1;
    else given += 1;
  }
  return number;
}
