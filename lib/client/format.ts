const KB = 1024;

/** `812 B`, `14 KB`, `2.1 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`;
  return `${(bytes / KB / KB).toFixed(1)} MB`;
}

/** `0.4 ms`, `12 ms`, `1.3 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** `0.0`, `-1.0`, `0.25`: rewards always show that they are not counts. */
export function formatReward(reward: number): string {
  return Number.isInteger(reward) ? reward.toFixed(1) : String(reward);
}

const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' });
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];

/** `5 min. ago`; the absolute time belongs into the title beside it. */
export function formatAgo(atMs: number, nowMs: number): string {
  const delta = atMs - nowMs;
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(delta) >= ms) ?? ['second', 1_000];
  return RELATIVE.format(Math.round(delta / size), unit);
}

export function formatAbsolute(atMs: number): string {
  return new Date(atMs).toLocaleString();
}
