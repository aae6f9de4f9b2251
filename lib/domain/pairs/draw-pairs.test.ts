import { expect, it } from 'vitest';
import { drawPairs, pairsAmong } from './draw-pairs.ts';

const named = (count: number) => Array.from({ length: count }, (_, i) => `r${String(i).padStart(5, '0')}`);

it('gives each pair once, its runs in order, whatever order they came in', () => {
  const pairs = drawPairs(['c', 'a', 'd', 'b', 'a'], null, Math.random);
  expect(pairs.map((pair) => pair.join(''))).toEqual(['ab', 'ac', 'bc', 'ad', 'bd', 'cd']);
  expect(drawPairs(['a'], null, Math.random)).toEqual([]);
  expect(drawPairs(['b', 'a'], 10, Math.random)).toEqual([['a', 'b']]);
});

it('draws different pairs of many runs, each as likely', () => {
  const many = drawPairs(named(20_000), 1_000, Math.random);
  expect(new Set(many.map(String)).size).toBe(1_000);
  expect(many.every(([a, b]) => a < b)).toBe(true);
  const counts = new Map<string, number>();
  let state = 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let turn = 0; turn < 6_000; turn += 1)
    for (const pair of drawPairs(named(4), 2, next))
      counts.set(String(pair), (counts.get(String(pair)) ?? 0) + 1);
  // 2,000 each; four standard deviations.
  expect(counts.size).toBe(pairsAmong(4));
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(4 * Math.sqrt(2_000));
});
