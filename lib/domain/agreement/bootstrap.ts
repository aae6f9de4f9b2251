import type { NoInterval } from './figure.ts';
import { quantile } from './quantile.ts';
import { seededRandom } from '../../util/seeded-random.ts';
import { addTo, type Sparse } from './ratings.ts';

/** Resamples of a table of usual size. */
export const RESAMPLES = 1_000;
const FEWEST = 200;
/** Additions that one bootstrap may take: some tenths of a second. */
const WORK = 1e8;
/** Of 95 %. */
const TAIL = 0.025;
/** Share of resamples in which a statistic must be defined. */
const DEFINED = 0.9;

type Statistic = (sum: Float64Array) => number | null;

export interface Bootstrap {
  /** What each item adds to the sum that the statistics are made from. */
  readonly vectors: readonly Sparse[];
  /** Of the sum. */
  readonly length: number;
  readonly statistics: readonly Statistic[];
  readonly seed: number;
}

export interface Resampled {
  readonly resamples: number;
  /** As the statistics stand. */
  readonly intervals: readonly (
    { readonly low: number; readonly high: number } | { readonly none: NoInterval }
  )[];
}

/**
 * Percentile intervals (Efron and Tibshirani 1993, ch. 13) by resampling items: n of n with replacement, all statistics of
 * the same draws. The same seed gives the same intervals. Items that add the same are summed together, so that the many short
 * labels of a large project cost little; very large tables get fewer resamples (`resamples` says how many).
 */
export function bootstrap({ vectors, length, statistics, seed }: Bootstrap): Resampled {
  const n = vectors.length;
  if (n < 2) return { resamples: 0, intervals: statistics.map(() => ({ none: 'one_item' })) };
  const { kindOf, kinds } = kindsOf(vectors);
  const entries = kinds.reduce((total, { at }) => total + at.length, 0);
  const resamples = Math.max(
    FEWEST,
    Math.min(RESAMPLES, Math.floor(WORK / (n + entries + statistics.length * length))),
  );
  const random = seededRandom(seed);
  const drawn = new Int32Array(kinds.length);
  const sum = new Float64Array(length);
  const values = statistics.map(() => new Float64Array(resamples));
  const defined = statistics.map(() => 0);
  for (let round = 0; round < resamples; round += 1) {
    drawn.fill(0);
    for (let draw = 0; draw < n; draw += 1) {
      const kind = kindOf[Math.floor(random() * n)] ?? 0;
      drawn[kind] = (drawn[kind] ?? 0) + 1;
    }
    sum.fill(0);
    kinds.forEach((vector, kind) => {
      const times = drawn[kind] ?? 0;
      if (times > 0) addTo(sum, vector, times);
    });
    statistics.forEach((statistic, index) => {
      const value = statistic(sum);
      if (value === null) return;
      const into = values[index];
      const count = defined[index] ?? 0;
      if (into !== undefined) into[count] = value;
      defined[index] = count + 1;
    });
  }
  return {
    resamples,
    intervals: values.map((all, index) => intervalOf(all.subarray(0, defined[index]), resamples)),
  };
}

function intervalOf(values: Float64Array, resamples: number): Resampled['intervals'][number] {
  if (values.length < resamples * DEFINED) return { none: 'unstable' };
  values.sort();
  const [low, high] = [quantile(values, TAIL), quantile(values, 1 - TAIL)];
  return low === high ? { none: 'no_variation' } : { low, high };
}

/** Equal vectors once. */
function kindsOf(vectors: readonly Sparse[]): {
  readonly kindOf: Int32Array;
  readonly kinds: readonly Sparse[];
} {
  const known = new Map<string, number>();
  const kinds: Sparse[] = [];
  const kindOf = Int32Array.from(vectors, (vector) => {
    const key = `${vector.at.join()}:${vector.by.join()}`;
    const kind = known.get(key) ?? kinds.length;
    if (kind === kinds.length) {
      known.set(key, kind);
      kinds.push(vector);
    }
    return kind;
  });
  return { kindOf, kinds };
}
