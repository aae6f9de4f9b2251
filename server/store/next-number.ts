import type { Catalog } from './catalog.ts';

/** The number of the next episode: one that no other ever had, deleted ones included. Call in the inserting transaction. */
export function nextNumber(catalog: Catalog): number {
  const row = catalog.raw
    .prepare<[], { n: number }>(
      'SELECT max(coalesce((SELECT max(n) FROM episodes), 0), (SELECT last FROM run_numbers)) + 1 AS n',
    )
    .get();
  return row?.n ?? 1;
}
