/** More changes than a third of the letters: another name. */
const MAX_SHARE = 1 / 3;
const MAX_NAMES = 5;

/** Names that a mistyped one may stand for, the nearest first: few changed letters, or one holding the other. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  const low = wanted.toLowerCase();
  return names
    .map((name) => ({ name, distance: distanceOf(low, name.toLowerCase()) }))
    .filter(({ name, distance }) => distance <= Math.max(low.length, name.length) * MAX_SHARE)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_NAMES)
    .map(({ name }) => name);
}

function distanceOf(a: string, b: string): number {
  if (a.length >= 3 && (b.includes(a) || a.includes(b))) return 1;
  return editDistance(a, b);
}

/** Letters to insert, remove or replace to get from one to the other (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (const [j, other] of Array.from(b).entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
