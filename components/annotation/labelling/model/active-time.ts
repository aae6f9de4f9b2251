/** A longer pause is no work on the item. */
const PAUSE_MS = 30_000;

export interface ActiveTime {
  /** Something was done. */
  readonly touch: () => void;
  /** Milliseconds with something done, pauses of over half a minute left out; by a clock that nobody sets. */
  readonly read: () => number;
}

/** @param before Milliseconds of earlier pages on the same item. */
export function createActiveTime(before: number, now: () => number = () => performance.now()): ActiveTime {
  let total = before;
  let last = now();
  return {
    touch() {
      const at = now();
      total += Math.min(PAUSE_MS, Math.max(0, at - last));
      last = at;
    },
    read: () => Math.round(total),
  };
}
