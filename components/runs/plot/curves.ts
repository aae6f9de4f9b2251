import type { RunCurves } from '../../../lib/contracts/runs.ts';

export type Curve = RunCurves['curves'][number];
export type CurvePoint = Curve['points'][number];

/** Curves that are drawn at once; the rest is chosen in the legend. */
export const DRAWN_CURVES = 6;

export function passRate({ verified, passed }: CurvePoint): number | null {
  return verified === 0 ? null : passed / verified;
}

/** Places on the train_step axis where any curve has a point, in order. */
export interface Stop {
  readonly from: number;
  readonly to: number;
  readonly points: readonly { readonly curve: Curve; readonly point: CurvePoint }[];
}

export function stopsOf(curves: readonly Curve[]): readonly Stop[] {
  const stops = new Map<
    number,
    { from: number; to: number; points: { curve: Curve; point: CurvePoint }[] }
  >();
  for (const curve of curves) {
    for (const point of curve.points) {
      const stop = stops.get(point.from);
      if (stop === undefined) stops.set(point.from, { ...bounds(point), points: [{ curve, point }] });
      else {
        stop.to = Math.max(stop.to, point.to);
        stop.points.push({ curve, point });
      }
    }
  }
  return [...stops.values()].toSorted((a, b) => a.from - b.from);
}

function bounds({ from, to }: CurvePoint): { from: number; to: number } {
  return { from, to };
}

/** The stop whose middle is nearest to a train_step; -1 where there is none. */
export function nearestStop(stops: readonly Stop[], step: number): number {
  let best = -1;
  let distance = Number.POSITIVE_INFINITY;
  stops.forEach((stop, index) => {
    const away = Math.abs((stop.from + stop.to) / 2 - step);
    if (away < distance) {
      best = index;
      distance = away;
    }
  });
  return best;
}

/**
 * Where reward leaves the pass rate for good: the first train_step from which on the mean reward is further above the pass
 * rate than `by`; null where it does not, or within the first tenth (then it never was with it).
 */
export function partsAt(curve: Curve, by = 0.1): number | null {
  const known = curve.points.flatMap((point) => {
    const rate = passRate(point);
    return rate === null || point.meanReward === null
      ? []
      : [{ at: point.from, gap: point.meanReward - rate }];
  });
  let from = known.length;
  while (from > 0 && (known[from - 1]?.gap ?? 0) > by) from -= 1;
  if (from === known.length || from < Math.max(1, known.length / 10)) return null;
  return known[from]?.at ?? null;
}

/** The span of what is drawn: train_step, and values with 0 and 1 in sight. */
export function spanOf(curves: readonly Curve[]): {
  readonly steps: readonly [number, number];
  readonly values: readonly [number, number];
} {
  let [first, last, least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 1];
  for (const { points } of curves) {
    for (const { from, to, meanReward } of points) {
      first = Math.min(first, from);
      last = Math.max(last, to);
      least = Math.min(least, meanReward ?? 0);
      most = Math.max(most, meanReward ?? 0);
    }
  }
  return { steps: first > last ? [0, 0] : [first, last], values: [least, most] };
}

/** `train_step:400..419`, as the filter takes it. */
export function stepFilter(from: number, to: number): string {
  return from === to ? String(from) : `${String(from)}..${String(to)}`;
}
