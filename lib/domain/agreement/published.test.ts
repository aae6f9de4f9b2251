import { describe, expect, it } from 'vitest';
import { cohensKappa, intervalScale, masi, NOMINAL, ORDINAL, reliability, wilson } from './index.ts';
import { itemsOf, itemsOfCounts, rates } from './testing/tables.ts';

/** Worked examples as they are printed. */

describe('Krippendorff (2011), Computing Krippendorff’s Alpha-Reliability', () => {
  const alpha = (lines: readonly string[], scale = NOMINAL, size = 6) =>
    reliability({ items: itemsOf(lines.map(rates)), size, scale }).alpha.value;

  it('A: two observers, two values: .095', () => {
    expect(alpha(['0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0'])).toBeCloseTo(0.095, 3);
  });

  it('B: two observers, five values: .692', () => {
    expect(alpha(['0 0 1 1 3 2 2 2 4 3 3 0', '1 0 1 1 1 2 2 2 4 3 3 3'])).toBeCloseTo(0.692, 3);
  });

  const four = [
    '1 2 3 3 2 1 4 1 2 . . .',
    '1 2 3 3 2 2 4 1 2 5 . 3',
    '. 3 3 3 2 3 4 2 2 5 1 .',
    '1 2 3 3 2 4 4 1 2 5 1 .',
  ];
  it.each([
    ['nominal', NOMINAL, 0.743],
    ['ordinal', ORDINAL, 0.815],
    ['interval', intervalScale([0, 1, 2, 3, 4, 5]), 0.849],
  ])('C and D: four observers, missing data, %s', (_, scale, expected) => {
    const found = reliability({ items: itemsOf(four.map(rates)), size: 6, scale });
    expect(found.alpha.value).toBeCloseTo(expected, 3);
    // The twelfth unit has one rating, and cannot be paired.
    expect(found).toMatchObject({ items: 11, ratings: 40, annotators: 4 });
  });
});

it('Hayes and Krippendorff (2007), table 1: five observers of 40 articles, ordinal: .7598', () => {
  const found = reliability({
    items: itemsOf(
      [
        '1 1 2 . 0 0 1 1 2 2 . 0 1 3 1 1 2 1 1 0 0 0 2 0 1 0 0 1 1 1 1 2 2 3 2 2 2 2 2 1',
        '1 1 3 0 0 0 0 . 2 1 1 0 2 3 1 1 1 2 1 0 0 0 3 0 2 1 0 2 1 1 1 1 2 2 2 2 2 2 2 1',
        '2 0 3 0 0 0 2 2 2 1 0 0 2 2 1 1 2 3 0 0 1 . 3 0 . 1 0 1 2 2 0 2 . 2 2 3 2 . 2 1',
        '. 1 3 . . . . 0 . 1 0 0 2 2 . . . 3 1 . 1 0 3 0 2 1 1 2 2 . . 1 2 2 . . . 1 2 .',
        '2 . . 0 0 0 1 . 2 . . . . 3 1 1 2 . . 0 . 0 . . 2 . 0 . . 2 0 . 2 . 2 2 2 2 . 1',
      ].map(rates),
    ),
    size: 4,
    scale: ORDINAL,
  });
  expect(found.alpha.value).toBeCloseTo(0.7598, 4);
  // Their own bootstrap, of pairs instead of items, gives .7078 to .8078.
  expect(found.alpha.low).toBeGreaterThan(0.62);
  expect(found.alpha.high).toBeLessThan(0.87);
});

describe('Fleiss’ κ', () => {
  it('Fleiss (1971), table 1: 30 patients, six psychiatrists: .430, agreement .5556', () => {
    const rows = `0 0 0 6 0|0 3 0 0 3|0 1 4 0 1|0 0 0 0 6|0 3 0 3 0|2 0 4 0 0|0 0 4 0 2|2 0 3 1 0|2 0 0 4 0|0 0 0 0 6
      |1 0 0 5 0|1 1 0 4 0|0 3 3 0 0|1 0 0 5 0|0 2 0 3 1|0 0 5 0 1|3 0 0 1 2|5 1 0 0 0|0 2 0 4 0|1 0 2 0 3
      |0 0 0 0 6|0 1 0 5 0|0 2 0 1 3|2 0 0 4 0|1 0 0 4 1|0 5 0 1 0|4 0 0 0 2|0 2 0 4 0|1 0 5 0 0|0 0 0 0 6`;
    const counts = rows.split('|').map((row) => row.trim().split(' ').map(Number));
    const { fleiss, percent } = reliability({ items: itemsOfCounts(counts), size: 5, scale: NOMINAL });
    expect(fleiss.value).toBeCloseTo(0.43, 3);
    expect(percent.value).toBeCloseTo(0.5556, 4);
  });

  it('14 raters of ten things, the example that textbooks copy: .210', () => {
    const rows = `0 0 0 0 14|0 2 6 4 2|0 0 3 5 6|0 3 9 2 0|2 2 8 1 1|7 7 0 0 0|3 2 6 3 0|2 5 3 2 2|6 5 2 1 0|0 2 2 3 7`;
    const counts = rows.split('|').map((row) => row.split(' ').map(Number));
    expect(reliability({ items: itemsOfCounts(counts), size: 5, scale: NOMINAL }).fleiss.value).toBeCloseTo(
      0.21,
      3,
    );
  });
});

it('Landis and Koch (1977), two neurologists: .208 of Winnipeg’s patients, .297 of New Orleans’', () => {
  const winnipeg = ['38 5 0 1', '33 11 3 0', '10 14 5 6', '3 7 3 10'];
  const newOrleans = ['5 3 0 0', '3 11 4 0', '2 13 3 4', '1 2 4 14'];
  const kappa = (rows: readonly string[]) =>
    cohensKappa(rows.map((row) => row.split(' ').map(Number)))?.value;
  expect(kappa(winnipeg)).toBeCloseTo(0.208, 3);
  expect(kappa(newOrleans)).toBeCloseTo(0.297, 3);
});

it('Passonneau (2006): MASI of a set and its subset, of sets that overlap, and of sets apart', () => {
  const set = (text: string) => new Set(text);
  expect(masi(set('ab'), set('abcd'))).toBeCloseTo(1 - (2 / 4) * (2 / 3), 12);
  expect(masi(set('abc'), set('bcd'))).toBeCloseTo(1 - (2 / 4) * (1 / 3), 12);
  expect(masi(set('ab'), set('cd'))).toBe(1);
  expect(masi(set(''), set('a'))).toBe(1);
  expect(masi(set(''), set(''))).toBe(0);
});

describe('Newcombe (1998, Statistics in Medicine 17), table I: Wilson’s intervals without continuity correction', () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i', (hits, n, low, high) => {
    expect(wilson(hits, n)?.low).toBeCloseTo(low, 4);
    expect(wilson(hits, n)?.high).toBeCloseTo(high, 4);
  });
  it('holds its ends', () => {
    expect(wilson(29, 29)).toMatchObject({ high: 1 });
    expect(wilson(0, 0)).toBeNull();
  });
});
