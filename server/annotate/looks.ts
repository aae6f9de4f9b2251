import type { Principal } from '../../lib/contracts/people.ts';

/** When people last asked for something that tells how runs ended. */
export interface Looks {
  note(person: Principal): void;
  /** Whether they may have seen how a run ended that was open to them from then on. */
  mayHaveLooked(person: string, sinceMs: number): boolean;
}

/** People whose last look is kept. */
const KEPT = 10_000;

/** In memory: of what was before this server's start, or is kept no more, it says that they may have looked. */
export function createLooks(now: () => number = Date.now): Looks {
  const last = new Map<string, number>();
  let knownFrom = now();
  return {
    note({ id }) {
      if (id === '') return;
      last.delete(id);
      last.set(id, now());
      if (last.size <= KEPT) return;
      const [oldest] = last;
      if (oldest === undefined) return;
      last.delete(oldest[0]);
      knownFrom = Math.max(knownFrom, oldest[1]);
    },
    mayHaveLooked: (person, sinceMs) => sinceMs <= knownFrom || (last.get(person) ?? 0) >= sinceMs,
  };
}
