import { currentLanguage } from '../../lib/client/messages/index.ts';
import { t } from './messages.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** Nearer than this a time is the step's own. */
const NEAR_MS = 60_000;

/** `90 days before this step`; nothing for the step's own time. */
export function spanText(ms: number): string | undefined {
  const size = Math.abs(ms);
  if (size < NEAR_MS) return undefined;
  const [count, unit] =
    size >= DAY_MS
      ? [Math.round(size / DAY_MS), 'day' as const]
      : size >= HOUR_MS
        ? [Math.round(size / HOUR_MS), 'hour' as const]
        : [Math.round(size / NEAR_MS), 'minute' as const];
  const span = new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  );
  return t(ms < 0 ? 'observation.before' : 'observation.after', { span });
}
