import { currentLanguage } from './messages/index.ts';

const KB = 1024;

/** `812 B`, `14 KB`, `2.1 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KB) return `${formatNumber(bytes)} B`;
  if (bytes < KB * KB) return `${formatNumber(Math.round(bytes / KB))} KB`;
  return `${formatNumber(bytes / KB / KB, 1)} MB`;
}

/** `0.4 ms`, `12 ms`, `1.3 s`: units of the SI, the same in every language. */
export function formatDuration(ms: number): string {
  if (ms < 1) return `${formatNumber(ms, 1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${formatNumber(ms / 1000, 1)} s`;
}

/** `0.0`, `-1.0`, `0.25`: rewards always show that they are not counts. The wire's spelling in every language. */
export function formatReward(reward: number): string {
  return Number.isInteger(reward) ? reward.toFixed(1) : String(reward);
}

/** `50,000`; with `digits`, exactly as many after the point. */
export function formatNumber(value: number, digits?: number): string {
  const options =
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numbers(currentLanguage(), options).format(value);
}

const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** `5 min. ago`, `5分钟前`; the absolute time belongs into the title beside it. */
export function formatAgo(atMs: number, nowMs: number): string {
  // A clock that was read a moment earlier must not make it the future.
  const delta = Math.min(0, atMs - nowMs);
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(delta) >= ms) ?? ['second', 1_000];
  return relative(currentLanguage(), { numeric: 'auto', style: 'narrow' }).format(
    Math.round(delta / size),
    unit,
  );
}

/** Date and time to the second, in the reader's zone. */
export function formatAbsolute(atMs: number): string {
  return dates(currentLanguage(), { dateStyle: 'medium', timeStyle: 'medium' }).format(atMs);
}

/** Day in the reader's zone: `Nov 30, 2026`. */
export function formatDate(atMs: number): string {
  return dates(currentLanguage(), { dateStyle: 'medium' }).format(atMs);
}

/** Time of day in the reader's zone: `12:04`. */
export function formatTime(atMs: number): string {
  return dates(currentLanguage(), { timeStyle: 'short' }).format(atMs);
}

/** Intl's formatters cost up to a millisecond to make, and lists need one a row. */
function kept<F, O extends object>(make: (language: string, options: O) => F): typeof make {
  const made = new Map<string, F>();
  return (language, options) => {
    const key = language + JSON.stringify(options);
    const formatter = made.get(key) ?? make(language, options);
    made.set(key, formatter);
    return formatter;
  };
}

const numbers = kept<Intl.NumberFormat, Intl.NumberFormatOptions>(
  (language, options) => new Intl.NumberFormat(language, options),
);
const relative = kept<Intl.RelativeTimeFormat, Intl.RelativeTimeFormatOptions>(
  (language, options) => new Intl.RelativeTimeFormat(language, options),
);
const dates = kept<Intl.DateTimeFormat, Intl.DateTimeFormatOptions>(
  (language, options) => new Intl.DateTimeFormat(language, options),
);
