import { t } from '../messages.ts';
import type { Curve } from './curves.ts';

export interface PairLook {
  /** CSS colours of the pass rate and the mean reward. */
  readonly pass: string;
  readonly reward: string;
}

const HUES = [
  'var(--accent)',
  'var(--human)',
  'var(--write)',
  'var(--warn)',
  'var(--del)',
  'var(--info)',
] as const;

/** A pair alone has two colours; of several each has one, and the dashes tell reward from pass rate. */
export function pairLook(index: number, count: number): PairLook {
  if (count === 1) return { pass: 'var(--ok)', reward: 'var(--accent)' };
  const hue = HUES[index % HUES.length] ?? HUES[0];
  return { pass: hue, reward: hue };
}

/** What a curve is called. */
export function nameOf({ experiment }: Pick<Curve, 'experiment'>): string {
  return experiment ?? t('runs.noExperiment');
}
