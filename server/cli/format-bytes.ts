const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** 1234567 → '1.2 MB' (powers of 1000). */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.5 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}

/** 75 → '1:15'. Seconds, whole. */
export function formatSeconds(seconds: number): string {
  if (!Number.isFinite(seconds)) return '–';
  const whole = Math.max(0, Math.round(seconds));
  const rest = String(whole % 60).padStart(2, '0');
  if (whole < 3600) return `${Math.floor(whole / 60)}:${rest}`;
  return `${Math.floor(whole / 3600)}:${String(Math.floor(whole / 60) % 60).padStart(2, '0')}:${rest}`;
}
