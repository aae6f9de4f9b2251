import { describe, expect, it } from 'vitest';
import { measure, suspect } from './index.ts';

describe('measure', () => {
  const runs = (n: number, verdict: boolean, label: boolean) =>
    Array.from({ length: n }, () => ({ verdict, label }));

  it('has Wilson’s intervals, and κ', () => {
    const made = measure([
      ...runs(8, true, true),
      ...runs(2, true, false),
      ...runs(1, false, true),
      ...runs(9, false, false),
    ]);
    expect(made).toMatchObject({ truePasses: 8, falsePasses: 2, falseFailures: 1, trueFailures: 9, n: 20 });
    expect(made.precision?.value).toBe(0.8);
    expect(made.precision?.low).toBeCloseTo(0.4901624715, 9);
    expect(made.precision?.high).toBeCloseTo(0.9433178485, 9);
    expect(made.recall?.value).toBeCloseTo(8 / 9, 12);
    expect(made.specificity?.value).toBeCloseTo(9 / 11, 12);
    expect(made.kappa?.value).toBeCloseTo(0.7, 12);
  });

  it('says nothing where there is nothing to say', () => {
    expect(measure([])).toMatchObject({
      n: 0,
      precision: null,
      recall: null,
      specificity: null,
      kappa: null,
    });
    expect(measure(runs(3, true, true))).toMatchObject({
      specificity: null,
      kappa: null,
      recall: { value: 1 },
    });
  });
});

describe('suspect', () => {
  const rule = { least: 3, over: 0.2 };
  it('wants enough cases, and the lower end of the interval over the bound', () => {
    expect(suspect('x', ['a', 'b'], 2, rule)).toEqual([]);
    expect(suspect('x', ['a'], 3, rule)).toEqual([]);
    expect(suspect('x', ['a', 'b'], 3, rule)).toMatchObject([{ share: { hits: 2, n: 3 }, runs: ['a', 'b'] }]);
  });
});
