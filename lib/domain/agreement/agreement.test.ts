import { describe, expect, it } from 'vitest';
import { cohensKappa, confusionOf, splitHalves } from './index.ts';

describe('cohensKappa', () => {
  // Values as scikit-learn's cohen_kappa_score gives them for the same counts (po and pe by exact fractions).
  it.each([
    [
      [
        [20, 5],
        [10, 15],
      ],
      0.4,
    ],
    [
      [
        [45, 15],
        [25, 15],
      ],
      0.13043478260869554,
    ],
    [
      [
        [25, 35],
        [5, 35],
      ],
      0.25925925925925924,
    ],
    [
      [
        [17, 0],
        [5, 15],
      ],
      0.7338129496402879,
    ],
    [
      [
        [0, 7],
        [9, 0],
      ],
      -0.9692307692307693,
    ],
  ])('%j', (table, expected) => {
    expect(cohensKappa(table)?.value).toBeCloseTo(expected, 12);
  });

  it('has the interval of Fleiss, Levin and Paik’s worked example (Statistical Methods, table 18.1): .676, se .088', () => {
    const kappa = cohensKappa([
      [75, 1, 4],
      [5, 4, 1],
      [0, 0, 10],
    ]);
    expect(kappa?.value).toBeCloseTo(0.676, 3);
    expect(((kappa?.high ?? 0) - (kappa?.low ?? 0)) / 2 / 1.96).toBeCloseTo(0.088, 2);
  });

  it('gives the interval that the large-sample formula gives, not the simpler one of Cohen', () => {
    const kappa = cohensKappa([
      [20, 9],
      [2, 6],
    ]);
    // By the paper's own form of the variance, in another language.
    expect(kappa?.low).toBeCloseTo(0.0424498, 5);
    expect(kappa?.high).toBeCloseTo(0.625308, 5);
  });

  it('is 1 with an interval of no width where all agree, and not defined without two classes', () => {
    expect(
      cohensKappa([
        [3, 0],
        [0, 4],
      ]),
    ).toEqual({ value: 1, low: 1, high: 1 });
    expect(
      cohensKappa([
        [5, 0],
        [0, 0],
      ]),
    ).toBeNull();
    expect(
      cohensKappa([
        [0, 0],
        [0, 0],
      ]),
    ).toBeNull();
  });
});

describe('confusionOf', () => {
  it('counts verdicts against labels', () => {
    const judged = [
      { verdict: true, label: true },
      { verdict: true, label: false },
      { verdict: false, label: false },
      { verdict: false, label: false },
    ];
    expect(confusionOf(judged)).toMatchObject({
      completeComplete: 1,
      completeOther: 1,
      otherComplete: 0,
      otherOther: 2,
      n: 4,
      agrees: 3,
    });
    expect(confusionOf([])).toMatchObject({ n: 0, agrees: 0, kappa: null });
  });
});

describe('splitHalves', () => {
  const groups = Array.from({ length: 31 }, (_, i) => ({ group: `g${i}`, labels: 1 + (i % 5) }));
  const count = (halves: ReadonlyMap<string, boolean>, heldOut: boolean) =>
    groups.reduce((sum, { group, labels }) => sum + (halves.get(group) === heldOut ? labels : 0), 0);

  it('is even, whole by group, and the same whatever the order', () => {
    const halves = splitHalves(groups, new Map());
    expect(halves.size).toBe(groups.length);
    expect(Math.abs(count(halves, true) - count(halves, false))).toBeLessThanOrEqual(1);
    expect(splitHalves(groups.toReversed(), new Map())).toEqual(halves);
  });

  it('leaves what has a half, and adds the rest to the smaller one', () => {
    const first = splitHalves(groups.slice(0, 10), new Map());
    const more = splitHalves(groups, first);
    expect([...more.keys()]).toHaveLength(21);
    const all = new Map([...first, ...more]);
    expect(Math.abs(count(all, true) - count(all, false))).toBeLessThanOrEqual(5);
  });

  it('gives a single label to tuning', () => {
    expect(splitHalves([{ group: 'a', labels: 3 }], new Map())).toEqual(new Map([['a', false]]));
  });
});
