import { PALETTE_GROUPS, type PaletteGroup, type PaletteItem } from './items.ts';

/** Of each group at once; the rest is counted. */
const SHOWN = 8;
/** Letters of a word may stand apart in texts up to this long; in longer ones nearly every word would be found. */
const FUZZY_LENGTH = 80;

export interface Hit {
  readonly item: PaletteItem;
  /** Positions of `item.text` that were found, as pairs from and to (exclusive). */
  readonly marks: readonly (readonly [number, number])[];
}

export interface HitGroup {
  readonly group: PaletteGroup;
  readonly hits: readonly Hit[];
  /** All that were found. */
  readonly total: number;
}

/** An item with its texts as they are compared. */
interface Entry {
  readonly item: PaletteItem;
  readonly text: string;
  readonly detail: string;
}

export type PaletteIndex = readonly Entry[];

export function indexItems(items: readonly PaletteItem[]): PaletteIndex {
  return items.map((item) => ({
    item,
    text: item.text.toLowerCase(),
    detail: (item.detail ?? '').toLowerCase(),
  }));
}

const PREFIXES: Readonly<Record<string, readonly PaletteGroup[]>> = {
  '>': ['steps'],
  ':': ['actions'],
  '@': ['scenarios'],
};

/** Searches all; `>` steps, `:` actions, `@` scenarios alone. The best of each group first, groups in their order. */
export function searchItems(index: PaletteIndex, query: string): readonly HitGroup[] {
  const only = PREFIXES[query.trimStart().charAt(0)];
  const rest = only === undefined ? query : query.trimStart().slice(1);
  const words = rest.toLowerCase().split(/\s+/).filter(Boolean);
  // With nothing typed ten thousand tasks are no help.
  const groups =
    only ?? (words.length === 0 ? PALETTE_GROUPS.filter((group) => group !== 'tasks') : PALETTE_GROUPS);
  const found = new Map<PaletteGroup, { readonly entry: Entry; readonly score: number }[]>(
    groups.map((group) => [group, []]),
  );
  for (const entry of index) {
    const list = found.get(entry.item.group);
    const score = list === undefined ? null : scoreOf(entry, words);
    if (score !== null) list?.push({ entry, score });
  }
  return groups.flatMap((group) => {
    const list = found.get(group) ?? [];
    if (list.length === 0) return [];
    // Stable: those that are equally good stay in their order.
    const best = list.sort((a, b) => b.score - a.score).slice(0, SHOWN);
    const hits = best.map(({ entry }) => ({ item: entry.item, marks: marksOf(entry.text, words) }));
    return [{ group, hits, total: list.length }];
  });
}

/** The higher the better; null where a word is nowhere. */
function scoreOf({ text, detail }: Entry, words: readonly string[]): number | null {
  let score = 0;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at === 0) score += word.length === text.length ? 8 : 6;
    else if (at > 0) score += isBoundary(text, at) ? 5 : 4;
    else if (detail.includes(word)) score += 2;
    else if (text.length <= FUZZY_LENGTH && lettersOf(text, word) !== null) score += 1;
    else return null;
  }
  return score;
}

function isBoundary(text: string, at: number): boolean {
  return /[\s_\-./]/.test(text.charAt(at - 1));
}

/** Positions of a word's letters in their order, none before the other; null where one is missing. */
function lettersOf(text: string, word: string): readonly number[] | null {
  const places: number[] = [];
  let from = 0;
  for (const letter of word) {
    const at = text.indexOf(letter, from);
    if (at < 0) return null;
    places.push(at);
    from = at + letter.length;
  }
  return places;
}

function marksOf(text: string, words: readonly string[]): readonly (readonly [number, number])[] {
  const marked = new Set<number>();
  for (const word of words) {
    const at = text.indexOf(word);
    const places =
      at >= 0
        ? Array.from({ length: word.length }, (_, offset) => at + offset)
        : text.length <= FUZZY_LENGTH
          ? (lettersOf(text, word) ?? [])
          : [];
    for (const place of places) marked.add(place);
  }
  const marks: [number, number][] = [];
  for (const place of [...marked].sort((a, b) => a - b)) {
    const last = marks.at(-1);
    if (last !== undefined && last[1] === place) last[1] = place + 1;
    else marks.push([place, place + 1]);
  }
  return marks;
}
