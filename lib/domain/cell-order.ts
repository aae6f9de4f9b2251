import type { Cell } from './rows.ts';

/** SQLite's order: NULL, numbers, text, blobs; text by its letters' code points. */
export function compareCells(a: Cell, b: Cell): number {
  const kind = rank(a) - rank(b);
  if (kind !== 0) return kind;
  if (a === null || b === null) return 0;
  if (typeof a === 'object' && typeof b === 'object') return order(a.hex, b.hex);
  return order(a as string | number | bigint, b as string | number | bigint);
}

function rank(cell: Cell): number {
  if (cell === null) return 0;
  return typeof cell === 'string' ? 2 : typeof cell === 'object' ? 3 : 1;
}

function order<T extends string | number | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
