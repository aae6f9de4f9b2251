import { describe, expect, it } from 'vitest';
import { compareEnds, summarise, type EndRow } from './end-rows.ts';

function changed(table: string, key: string, value: string): EndRow {
  const cells = [{ column: 'status', was: 'open', now: value }];
  return { line: `~${table}/${key}/${value}`, kind: 'changed', table, key, label: null, cells };
}
function added(table: string, values: Readonly<Record<string, string>>): EndRow {
  const cells = Object.entries(values).map(([column, now]) => ({ column, now }));
  return { line: `+${table}${JSON.stringify(values)}`, kind: 'added', table, key: null, label: null, cells };
}
function removed(table: string, key: string): EndRow {
  return { line: `-${table}/${key}`, kind: 'removed', table, key, label: null, cells: [] };
}

/** Small and repeatable: the same seed gives the same numbers. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function randomEnd(pick: (below: number) => number): EndRow[] {
  const rows = new Map<string, EndRow>();
  for (let i = pick(8); i > 0; i--) {
    const key = String(pick(4));
    const table = ['orders', 'items'][pick(2)] ?? 'orders';
    const row = pick(3) === 0 ? removed(table, key) : changed(table, key, String(pick(3)));
    rows.set(`${table}/${key}`, row);
  }
  const news = Array.from({ length: pick(5) }, () =>
    added('orders', { a: String(pick(2)), b: String(pick(3)) }),
  );
  return [...rows.values(), ...news];
}

describe('two ends compared', () => {
  it('every row of both is told exactly once, and an end differs in nothing from itself in any order', () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const pick = random(seed);
      const [reference, here] = [randomEnd(pick), randomEnd(pick)];
      const { collateral, omitted, differs, same } = compareEnds(reference, here);
      expect(same + differs.length + collateral.length).toBe(here.length);
      expect(same + differs.length + omitted.length).toBe(reference.length);
      for (const { reference: a, here: b } of differs) {
        expect(a.line).not.toBe(b.line);
        expect(a.table).toBe(b.table);
      }
      const told = [...collateral, ...differs.map((pair) => pair.here)].map(({ line }) => line);
      for (const line of told) expect(here.map((row) => row.line)).toContain(line);
      expect(compareEnds(here, reference).same).toBe(same);
      expect(compareEnds(here, here.toReversed())).toEqual({
        collateral: [],
        omitted: [],
        differs: [],
        same: here.length,
      });
    }
  });

  it('equal added rows count as many times as they are there', () => {
    const row = added('orders', { product: '1' });
    expect(compareEnds([row], [row, row])).toMatchObject({ same: 1, collateral: [row] });
  });

  it('an added row with another value is a difference, one of another kind is beside the reference', () => {
    const [two, three] = ['2', '3'].map((quantity) => added('orders', { product: 'tea', quantity }));
    const log = added('log', { text: 'x' });
    expect(compareEnds([two as EndRow], [three as EndRow, log])).toMatchObject({
      differs: [{ reference: two, here: three }],
      collateral: [log],
      omitted: [],
    });
  });
});

it('a summary names changed rows, counts many, and leaves row times out', () => {
  const row = changed('orders', '4', 'shipped');
  const timed = { ...row, cells: [{ column: 'updated_at', was: 'a', now: 'b' }, ...row.cells] };
  expect(summarise([timed, added('items', { a: '1' }), removed('holds', '9')])).toEqual([
    { kind: 'changed', table: 'orders', key: '4', label: null, column: 'status', now: 'shipped', more: 0 },
    { kind: 'added', table: 'items', count: 1 },
    { kind: 'removed', table: 'holds', count: 1 },
  ]);
  const many = ['1', '2', '3'].map((key) => changed('orders', key, 'x'));
  expect(summarise(many)).toEqual([{ kind: 'changed_rows', table: 'orders', count: 3 }]);
});
