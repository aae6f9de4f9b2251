import { diffRows, type Cell, type DatabaseRows } from '../../../lib/domain/rows.ts';

const TIME =
  /(?<![\d-])(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)(?:[.,](\d{1,9}))?(?: ?(Z|UTC|[+-]\d\d:?\d\d))?(?!\d)/g;
/** A run writes its times within this of each other. */
const SPAN_MS = 10 * 60_000;
/** Times that are cut to seconds stand for up to a second more. */
const SLACK_MS = 1_000;

/**
 * Between which times a run was played that says nothing of it: the largest bunch of times in the rows that it wrote,
 * those that its calls were given or that stood in the database before aside. Null where it wrote no time.
 */
export function clockOf(
  before: DatabaseRows,
  after: DatabaseRows,
  given: string,
): { readonly from: number; readonly to: number } | null {
  const known = new Set<number>();
  for (const table of before.tables.values())
    for (const row of table.rows.values()) for (const at of timesIn(row)) known.add(at);
  const times: number[] = [];
  for (const [name, table] of after.tables) {
    const diff = diffRows(before.tables.get(name), table);
    for (const key of [...diff.inserted, ...diff.updated.map((row) => row.key)])
      for (const at of timesIn(table.rows.get(key) ?? [], given)) if (!known.has(at)) times.push(at);
  }
  times.sort((a, b) => a - b);
  let best: { from: number; to: number; count: number } | null = null;
  let start = 0;
  times.forEach((at, i) => {
    while (at - (times[start] ?? at) > SPAN_MS) start += 1;
    const count = i - start + 1;
    if (best === null || count > best.count) best = { from: times[start] ?? at, to: at, count };
  });
  const found = best as { from: number; to: number } | null;
  return found === null ? null : { from: found.from - SLACK_MS, to: found.to + SLACK_MS };
}

function* timesIn(row: readonly Cell[], given = ''): Generator<number> {
  for (const cell of row) {
    if (typeof cell !== 'string') continue;
    for (const match of cell.matchAll(TIME)) {
      if (given !== '' && given.includes(match[0])) continue;
      const [, y, mo, d, h, mi, s, fraction = '0', zone] = match;
      const ms =
        Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s)) +
        Math.floor(Number(`0.${fraction}`) * 1000);
      if (Number.isFinite(ms)) yield ms - offsetOf(zone);
    }
  }
}

function offsetOf(zone: string | undefined): number {
  const match = zone === undefined ? null : /([+-])(\d\d):?(\d\d)/.exec(zone);
  if (match === null) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3])) * 60_000;
}
