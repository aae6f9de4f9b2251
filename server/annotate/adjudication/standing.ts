import type { Disagreement } from '../../../lib/contracts/annotation/adjudication.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { Hold, KeptDecision } from '../../store/adjudication/types.ts';
import type { LabelledItem } from './gather.ts';
import type { AdjudicationParts } from './types.ts';

/** How an item stands for one person. */
export type Standing = (
  item: LabelledItem,
  decision: KeptDecision | undefined,
) => Pick<Disagreement, 'state' | 'cannot' | 'heldBy' | 'stale'>;

export function standingOf(
  { shelf }: Pick<AdjudicationParts, 'shelf'>,
  who: Principal,
  nowMs: number,
): Standing {
  const holds = new Map(shelf.holds(nowMs).map((hold) => [hold.item, hold]));
  const skipped = shelf.skipped(who.id);
  return (item, decision) => {
    const hold = holds.get(item.record.id);
    const other = hold !== undefined && hold.person !== who.id ? hold : undefined;
    return {
      state: stateOf(item, { decided: decision !== undefined, other, skipped: skipped.has(item.record.id) }),
      cannot: item.labels.some(({ person }) => person === who.id) ? 'labelled_it' : null,
      heldBy: decision === undefined ? (other?.name ?? null) : null,
      stale: decision !== undefined && isStale(item, decision),
    };
  };
}

function stateOf(
  { waiting }: LabelledItem,
  now: { readonly decided: boolean; readonly other: Hold | undefined; readonly skipped: boolean },
): Disagreement['state'] {
  if (now.decided) return 'decided';
  if (now.other !== undefined) return 'held';
  if (waiting) return 'waiting';
  return now.skipped ? 'skipped' : 'open';
}

/** A label was given anew, or came in, after the decision. */
function isStale({ labels }: LabelledItem, { basis }: KeptDecision): boolean {
  const now = new Set(labels.map(({ id }) => id));
  return now.size !== basis.length || basis.some((id) => !now.has(id));
}
