import type { Blindness, BlindRuns } from './types.ts';

const NOTHING: BlindRuns = { empty: true, runs: new Set(), hides: () => false, hidesTask: () => false };

/** Nothing is hidden from anybody. */
export function sighted(): Blindness {
  return { of: () => NOTHING, runOf: () => undefined };
}
