import type { Viewed } from '../../lib/client/viewed.ts';

/** The two states that are compared. */
export interface DiffRange {
  readonly mode: 'step' | 'start' | 'pair';
  readonly from: number;
  readonly to: number;
}

/**
 * Reads the `diff` parameter: absent, what the viewed step did; `start`, everything up to it; `A..B`, between any two
 * states. What cannot be read, or names states that do not exist, counts as absent.
 */
export function parseDiff(text: string | null, { seq, newest }: Pick<Viewed, 'seq' | 'newest'>): DiffRange {
  if (text === 'start') return { mode: 'start', from: 0, to: seq };
  const match = /^(\d{1,9})\.\.(\d{1,9})$/.exec(text ?? '');
  if (match !== null) {
    const [from, to] = [Number(match[1]), Number(match[2])];
    if (from <= newest && to <= newest) return { mode: 'pair', from, to };
  }
  return { mode: 'step', from: Math.max(0, seq - 1), to: seq };
}
