import type { Suspicion } from '../../../lib/contracts/runs.ts';
import { compareEnds } from '../../../lib/domain/end-rows.ts';
import type { EndRow } from '../../../lib/domain/end-rows.ts';
import type { Basis } from './basis.ts';
import { UNKNOWN_END } from './end-states.ts';
import type { EndState } from './end-states.ts';
import { FLAGS, PASS } from './flags.ts';
import { isUnread } from './reads.ts';

/** What is known of an end beside the task's reference; null: not known. */
export interface EndFacts {
  readonly collateral: number | null;
  readonly omitted: number | null;
  readonly differs: number | null;
  readonly unread: number | null;
  /** Of a pass that ends so. */
  readonly suspicions: readonly Suspicion[];
}

export function endFacts(end: EndState, reference: EndState | null, basis: Basis): EndFacts {
  const against = compare(end, reference);
  const strange = against === null ? [] : [...against.collateral, ...against.differs.map(({ here }) => here)];
  const referenceWrites = reference === null ? basis.mostWrite : (reference.changed ?? 0) > 0;
  const suspicions: Suspicion[] = [];
  if (end.id !== UNKNOWN_END && end.changed === 0 && referenceWrites) suspicions.push('no_write');
  if (against !== null) {
    if (against.collateral.length > 0) suspicions.push('collateral');
    if (against.omitted.length + against.differs.length > 0) suspicions.push('other_end');
    if (strange.some((row) => isUnread(row, basis.reads) === true)) suspicions.push('unread');
  }
  if (basis.vacuous) suspicions.push('vacuous');
  return {
    collateral: against?.collateral.length ?? null,
    omitted: against?.omitted.length ?? null,
    differs: against?.differs.length ?? null,
    unread: end.rows === null ? null : countUnread(end.rows, basis),
    suspicions,
  };
}

/** Of one run: only passes are suspected. */
export function suspicionsOf(facts: EndFacts, verdict: string, flags: number): Suspicion[] {
  if (verdict !== PASS) return [];
  const found = [...facts.suspicions];
  if ((flags & FLAGS.peeked) !== 0) found.push('peeked');
  if ((flags & FLAGS.labelledOtherwise) !== 0) found.push('label');
  return found;
}

export function compare(end: EndState, reference: EndState | null) {
  const wanted = reference?.rows ?? null;
  return end.rows === null || wanted === null ? null : compareEnds(wanted, end.rows);
}

/** Null: of some row it is not known. */
function countUnread(rows: readonly EndRow[], { reads }: Basis): number | null {
  const unread = rows.map((row) => isUnread(row, reads));
  return unread.includes(null) ? null : unread.filter(Boolean).length;
}
