/** Text that fills a generated pack to its size: words, so that it compresses and reads like prose, different for each seed. */

const WORDS =
  'account order ledger window review branch field update record entry total status member reason notice limit detail source target amount'.split(
    ' ',
  );

/** A small deterministic generator (mulberry32): the same seed gives the same pack. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Lines that start with `prefix`, about `bytes` of JSON text together (a line break takes two); '' where there is nothing to fill. */
export function filler(bytes: number, prefix: string, random: () => number): string {
  const lines: string[] = [];
  let left = bytes;
  while (left > 0) {
    let line = prefix;
    while (line.length < 96) line += ` ${WORDS[Math.floor(random() * WORDS.length)] ?? ''}`;
    lines.push(line);
    left -= line.length + 2;
  }
  return lines.map((line) => `${line}\n`).join('');
}
