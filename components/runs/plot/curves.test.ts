import { describe, expect, it } from 'vitest';
import { type Curve, nearestStop, partsAt, passRate, spanOf, stepFilter, stopsOf } from './curves.ts';
import { linear, pathOf, ticks } from './scale.ts';

function curve(
  experiment: string,
  points: readonly (readonly [from: number, rate: number, reward: number | null])[],
): Curve {
  return {
    experiment,
    points: points.map(([from, rate, meanReward]) => ({
      from,
      to: from + 9,
      runs: 100,
      verified: 100,
      passed: rate * 100,
      meanReward,
    })),
  };
}

describe('curves', () => {
  it('tells where the reward leaves the pass rate for good', () => {
    const points = [
      [0, 0.2, 0.2],
      [10, 0.3, 0.5],
      [20, 0.4, 0.42],
      [30, 0.5, 0.65],
      [40, 0.5, 0.7],
    ] as const;
    expect(partsAt(curve('x', points))).toBe(30);
    expect(partsAt(curve('x', points.slice(0, 3)))).toBeNull();
  });

  it('says nothing where reward never was near the pass rate', () => {
    expect(
      partsAt(
        curve('x', [
          [0, 0.1, 0.9],
          [10, 0.1, 0.9],
        ]),
      ),
    ).toBeNull();
    expect(partsAt(curve('x', []))).toBeNull();
  });

  it('knows no pass rate of what was never verified', () => {
    expect(passRate({ from: 0, to: 0, runs: 4, verified: 0, passed: 0, meanReward: null })).toBeNull();
  });

  it('puts the points of all curves on one axis', () => {
    const stops = stopsOf([
      curve('a', [
        [10, 1, 1],
        [0, 0, 0],
      ]),
      curve('b', [[10, 0.5, null]]),
    ]);
    expect(stops.map(({ from, points }) => [from, points.length])).toEqual([
      [0, 1],
      [10, 2],
    ]);
    expect(nearestStop(stops, 12)).toBe(1);
    expect(nearestStop(stops, -50)).toBe(0);
    expect(nearestStop([], 3)).toBe(-1);
  });

  it('keeps 0 and 1 in sight, and rewards beyond', () => {
    expect(
      spanOf([
        curve('a', [
          [0, 0, -1],
          [10, 1, 2],
        ]),
      ]),
    ).toEqual({ steps: [0, 19], values: [-1, 2] });
    expect(spanOf([])).toEqual({ steps: [0, 0], values: [0, 1] });
  });

  it('writes ranges as the filter reads them', () => {
    expect(stepFilter(400, 419)).toBe('400..419');
    expect(stepFilter(7, 7)).toBe('7');
  });
});

describe('scales', () => {
  it('ticks are round and within the span', () => {
    expect(ticks(0, 420, 6)).toEqual([0, 100, 200, 300, 400]);
    expect(ticks(0, 1, 2)).toEqual([0, 0.5, 1]);
    expect(ticks(5, 5, 4)).toEqual([5]);
  });

  it('a span of nothing stands in the middle', () => {
    expect(linear([3, 3], [0, 100])(3)).toBe(50);
    expect(linear([0, 10], [0, 100])(2.5)).toBe(25);
  });

  it('leaves gaps where nothing is known', () => {
    expect(pathOf([[0, 1], null, [2, 3], [4, 5]])).toBe('M0.0 1.0h0.01M2.0 3.0h0.01L4.0 5.0');
  });
});
