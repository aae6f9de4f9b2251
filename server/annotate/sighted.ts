import type { Blindness, BlindRuns } from './types.ts';

export const NOTHING_HIDDEN: BlindRuns = {
  empty: true,
  key: '',
  runs: new Set(),
  packed: () => new Uint8Array(),
  hides: () => false,
  hidesTask: () => false,
  hidesScenario: () => false,
};

/** Nothing is hidden from anybody. */
export function sighted(): Blindness {
  return {
    of: () => NOTHING_HIDDEN,
    ofStrangers: () => NOTHING_HIDDEN,
    runOf: () => undefined,
    runsOfItem: () => [],
    queuesOf: () => [],
    inHandOf: () => [],
  };
}
