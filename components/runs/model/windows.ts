/** Windows beside those in sight that are asked for ahead, in rows. */
const AHEAD = 30;

/** The windows (numbers) that hold the rows `first` to `last` and some beside them; `count`: rows that there are. */
export function windowsOf(first: number, last: number, count: number, size: number): readonly number[] {
  if (count === 0) return [];
  const from = Math.max(0, Math.floor((first - AHEAD) / size));
  const to = Math.min(Math.floor((count - 1) / size), Math.floor((Math.max(first, last) + AHEAD) / size));
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
