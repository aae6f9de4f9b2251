/** Which labels a verifier is tuned on, and which it is only checked against. Pure. */

export interface LabelledGroup {
  /** Runs that belong together: of one group of rollouts, or of one beginning. */
  readonly group: string;
  readonly labels: number;
}

/**
 * Puts groups that have no half yet into one, each whole: larger groups first (then by name, so that the same groups are
 * split alike), each into the half with fewer labels. `known` stays as it is; true stands for held out.
 */
export function splitHalves(
  groups: readonly LabelledGroup[],
  known: ReadonlyMap<string, boolean>,
): Map<string, boolean> {
  const counts = { tuning: 0, heldOut: 0 };
  for (const { group, labels } of groups) {
    const heldOut = known.get(group);
    if (heldOut === undefined) continue;
    counts[heldOut ? 'heldOut' : 'tuning'] += labels;
  }
  const fresh = groups
    .filter(({ group }) => !known.has(group))
    .sort((a, b) => b.labels - a.labels || (a.group < b.group ? -1 : 1));
  const made = new Map<string, boolean>();
  for (const { group, labels } of fresh) {
    const heldOut = counts.heldOut < counts.tuning;
    counts[heldOut ? 'heldOut' : 'tuning'] += labels;
    made.set(group, heldOut);
  }
  return made;
}
