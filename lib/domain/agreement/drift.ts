import { quantile } from './quantile.ts';
import { seededRandom } from '../../util/seeded-random.ts';
import { Z95 } from './wilson.ts';

/** An item's agreement (0 to 1) at a time. */
export interface Scored {
  readonly atMs: number;
  readonly score: number;
}

export interface DriftWindow {
  readonly fromMs: number;
  /** Not included. */
  readonly toMs: number;
  readonly n: number;
  /** Mean agreement; null where the window is empty. */
  readonly value: number | null;
  /** Standard 95 % interval of the mean, kept within 0 and 1; null below five items. */
  readonly low: number | null;
  readonly high: number | null;
  /** How far from the mean of all, in standard errors. */
  readonly z: number | null;
  readonly flagged: boolean;
}

export interface Drift {
  readonly windows: readonly DriftWindow[];
  readonly mean: number | null;
  readonly n: number;
  /** Beyond it a window is flagged; null: no test was made. */
  readonly limit: number | null;
  /** Of the largest z of all windows. */
  readonly p: number | null;
  readonly why: 'too_few' | 'no_variation' | null;
}

const PERMUTATIONS = 999;
const FEWEST_PERMUTATIONS = 199;
const WORK = 1e8;
/** Items that a window needs to be judged. */
export const DRIFT_MIN = 5;

/**
 * Whether agreement moved over time: equal windows from the first to the last item. A window is flagged where its mean lies
 * further from the mean of all than chance explains, by a permutation test of the largest |z| over windows (Westfall and
 * Young's single-step maxT, 1993; family-wise 5 %): items are dealt to windows anew, 999 times, seeded.
 */
export function drift(scored: readonly Scored[], windowCount: number, seed = 1): Drift {
  const n = scored.length;
  if (n === 0) return { windows: [], mean: null, n, limit: null, p: null, why: 'too_few' };
  const sorted = scored.toSorted((a, b) => a.atMs - b.atMs);
  const first = sorted[0]?.atMs ?? 0;
  const span = (sorted.at(-1)?.atMs ?? first) - first + 1;
  const width = span / windowCount;
  const scores = Float64Array.from(sorted, ({ score }) => score);
  const sizes = new Int32Array(windowCount);
  for (const { atMs } of sorted) {
    const at = Math.min(windowCount - 1, Math.floor((atMs - first) / width));
    sizes[at] = (sizes[at] ?? 0) + 1;
  }
  const mean = scores.reduce((sum, score) => sum + score, 0) / n;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / Math.max(1, n - 1);
  const parts = partsOf(scores, sizes);
  const judged = [...sizes].filter((size) => size >= DRIFT_MIN).length;
  const why = judged < 2 ? 'too_few' : variance === 0 ? 'no_variation' : null;
  const z = (sum: number, size: number): number | null =>
    why !== null || size < DRIFT_MIN || size === n
      ? null
      : (sum / size - mean) / Math.sqrt(variance * (1 / size - 1 / n));
  const observed = parts.map(({ sum }, at) => z(sum, sizes[at] ?? 0));
  const { limit, p } = why === null ? permuted(scores, sizes, observed, z, seed) : { limit: null, p: null };
  return {
    windows: parts.map(({ sum, squares }, at) => {
      const size = sizes[at] ?? 0;
      const value = size === 0 ? null : sum / size;
      const half =
        value === null || size < DRIFT_MIN
          ? null
          : (Z95 * Math.sqrt(Math.max(0, (squares - size * value ** 2) / (size - 1)))) / Math.sqrt(size);
      const windowZ = observed[at] ?? null;
      return {
        fromMs: first + at * width,
        toMs: first + (at + 1) * width,
        n: size,
        value,
        low: value === null || half === null ? null : Math.max(0, value - half),
        high: value === null || half === null ? null : Math.min(1, value + half),
        z: windowZ,
        flagged: windowZ !== null && limit !== null && Math.abs(windowZ) > limit,
      };
    }),
    mean,
    n,
    limit,
    p,
    why,
  };
}

function partsOf(
  scores: Float64Array,
  sizes: Int32Array,
): readonly { readonly sum: number; readonly squares: number }[] {
  let from = 0;
  return Array.from(sizes, (size) => {
    let sum = 0;
    let squares = 0;
    for (let at = from; at < from + size; at += 1) {
      const score = scores[at] ?? 0;
      sum += score;
      squares += score ** 2;
    }
    from += size;
    return { sum, squares };
  });
}

function permuted(
  scores: Float64Array,
  sizes: Int32Array,
  observed: readonly (number | null)[],
  z: (sum: number, size: number) => number | null,
  seed: number,
): { readonly limit: number; readonly p: number } {
  const rounds = Math.max(FEWEST_PERMUTATIONS, Math.min(PERMUTATIONS, Math.floor(WORK / scores.length)));
  const random = seededRandom(seed);
  const dealt = scores.slice();
  const largest = (all: readonly (number | null)[]): number =>
    Math.max(...all.map((value) => Math.abs(value ?? 0)));
  const top = largest(observed);
  const maxima = Float64Array.from({ length: rounds }, () => {
    for (let at = dealt.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      const kept = dealt[at] ?? 0;
      dealt[at] = dealt[other] ?? 0;
      dealt[other] = kept;
    }
    return largest(partsOf(dealt, sizes).map(({ sum }, at) => z(sum, sizes[at] ?? 0)));
  });
  const asLarge = maxima.reduce((count, value) => count + (value >= top - 1e-12 ? 1 : 0), 0);
  return { limit: quantile(maxima.sort(), 0.95), p: (asLarge + 1) / (rounds + 1) };
}
