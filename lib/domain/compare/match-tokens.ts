/** Pairs that are compared one by one; beyond it only what stands once on each side is matched. 4 million take about 20 ms. */
const MAX_PAIRS = 4_000_000;

type Tokens = readonly (readonly string[])[];
export type Match = readonly [a: number, b: number];

/** The longest common subsequence of two lists, as pairs of indexes in order. Entries match where they share a token. */
export function matchTokens(a: Tokens, b: Tokens): Match[] {
  const matches: Match[] = [];
  let head = 0;
  while (head < a.length && head < b.length && meet(a[head], b[head])) matches.push([head, head++]);
  const tail: Match[] = [];
  let [endA, endB] = [a.length, b.length];
  while (endA > head && endB > head && meet(a[endA - 1], b[endB - 1])) tail.push([--endA, --endB]);
  matches.push(...middle(a, b, { from: head, endA, endB }));
  return [...matches, ...tail.reverse()];
}

interface Middle {
  readonly from: number;
  readonly endA: number;
  readonly endB: number;
}

function middle(a: Tokens, b: Tokens, { from, endA, endB }: Middle): Match[] {
  const [rows, columns] = [endA - from, endB - from];
  if (rows === 0 || columns === 0) return [];
  if (rows * columns > MAX_PAIRS) return onceOnly(a, b, { from, endA, endB });
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = rows - 1; i >= 0; i -= 1)
    for (let j = columns - 1; j >= 0; j -= 1)
      lengths[i * width + j] = meet(a[from + i], b[from + j])
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1));
  const matches: Match[] = [];
  for (let i = 0, j = 0; i < rows && j < columns;) {
    if (meet(a[from + i], b[from + j])) matches.push([from + i++, from + j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return matches;
}

/** Tokens that stand once on each side, in the longest order that both share. */
function onceOnly(a: Tokens, b: Tokens, { from, endA, endB }: Middle): Match[] {
  const [inA, inB] = [places(a, from, endA), places(b, from, endB)];
  const pairs: Match[] = [];
  const used = new Set<number>();
  for (const [token, at] of inA) {
    const other = inB.get(token);
    if (at === null || other === undefined || other === null || used.has(at)) continue;
    used.add(at);
    pairs.push([at, other]);
  }
  pairs.sort(([one], [two]) => one - two);
  return rising(pairs);
}

/** Where each token stands; null: in more than one place. */
function places(list: Tokens, from: number, end: number): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (let i = from; i < end; i += 1)
    for (const token of new Set(list[i])) found.set(token, found.has(token) ? null : i);
  return found;
}

/** The longest subsequence that rises on both sides (patience sorting). */
function rising(pairs: readonly Match[]): Match[] {
  const tops: number[] = [];
  const before: (number | undefined)[] = [];
  const value = (pile: number): number => pairs[tops[pile] ?? 0]?.[1] ?? 0;
  pairs.forEach(([, b], i) => {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const mid = (low + high) >> 1;
      if (value(mid) < b) low = mid + 1;
      else high = mid;
    }
    before.push(low === 0 ? undefined : tops[low - 1]);
    tops[low] = i;
  });
  const chain: Match[] = [];
  for (let i = tops.at(-1); i !== undefined; i = before[i]) {
    const pair = pairs[i];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.reverse();
}

function meet(one: readonly string[] | undefined, two: readonly string[] | undefined): boolean {
  if (one === undefined || two === undefined) return false;
  for (const token of one) if (two.includes(token)) return true;
  return false;
}
