import type { StateVerdict, VerdictLane } from '../contracts/evidence.ts';

/** What the lane shows at one state. */
export type LaneCell =
  | {
      readonly kind: 'verdict';
      readonly verdict: StateVerdict;
      /** The verdict of the last known state before, where it was another one. */
      readonly flippedFrom: string | null;
    }
  | { readonly kind: 'pending' }
  | { readonly kind: 'impossible'; readonly message: string };

/** The lane by state; a state that the server said nothing of is not there. */
export function laneCells(lane: VerdictLane): ReadonlyMap<number, LaneCell> {
  const cells = new Map<number, LaneCell>();
  let before: string | null = null;
  for (const verdict of lane.items.toSorted((a, b) => a.seq - b.seq)) {
    const flipped = before !== null && before !== verdict.verdict;
    cells.set(verdict.seq, { kind: 'verdict', verdict, flippedFrom: flipped ? before : null });
    before = verdict.verdict;
  }
  for (const seq of lane.pending) if (!cells.has(seq)) cells.set(seq, { kind: 'pending' });
  for (const { seq, message } of lane.impossible) {
    if (!cells.has(seq)) cells.set(seq, { kind: 'impossible', message });
  }
  return cells;
}
