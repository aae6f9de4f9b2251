import { quantile } from './quantile.ts';
import { seededRandom } from '../../util/seeded-random.ts';

/** When the rest will be done, as an interval. */
export interface Forecast {
  /** Days from now: the middle, and 80 % between low and high. */
  readonly days: number;
  readonly low: number;
  readonly high: number;
}

export type NoForecast = 'done' | 'too_early' | 'no_pace';

const ROUNDS = 1_000;
/** Days of which the pace is taken. */
export const PACE_DAYS = 14;
const FEWEST_DAYS = 3;
/** Beyond it a forecast says nothing. */
const HORIZON = 1_000;

/**
 * How long `left` labels take: days are drawn at random from the last 14 (those without labels included) until they are done, 1,000 times,
 * seeded; low and high are the 10th and the 90th hundredth. Nothing is said from fewer than three days.
 */
export function forecast(
  perDay: readonly number[],
  left: number,
  seed = 1,
): Forecast | { readonly none: NoForecast } {
  if (left <= 0) return { none: 'done' };
  const days = perDay.slice(-PACE_DAYS);
  if (days.length < FEWEST_DAYS) return { none: 'too_early' };
  if (days.every((count) => count === 0)) return { none: 'no_pace' };
  const random = seededRandom(seed);
  const ends = Float64Array.from({ length: ROUNDS }, () => {
    let done = 0;
    let day = 0;
    while (done < left && day < HORIZON) {
      const made = days[Math.floor(random() * days.length)] ?? 0;
      // The last day ends where the work does.
      day += made > left - done ? (left - done) / made : 1;
      done += made;
    }
    return day;
  }).sort();
  const high = quantile(ends, 0.9);
  return high >= HORIZON
    ? { none: 'no_pace' }
    : { days: quantile(ends, 0.5), low: quantile(ends, 0.1), high };
}
