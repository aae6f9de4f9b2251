import { draftConflictSchema } from '../../../lib/contracts/annotation/labelling.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { KeptAssignment } from '../../store/annotation/types.ts';

type Order = Pick<KeptAssignment, 'sidesSwapped'>;

/**
 * A label between its annotator, who sees the runs of a pair in an order of their own, and what is kept, which names them as the item does.
 * The same both ways. Words of a rationale are left as they are.
 */
export function inOrder({ sidesSwapped }: Order, doc: LabelDoc): LabelDoc {
  return sidesSwapped ? { ...doc, preference: otherSide(doc.preference) } : doc;
}

export function otherSide(preference: LabelDoc['preference']): LabelDoc['preference'] {
  return preference === 'a' ? 'b' : preference === 'b' ? 'a' : preference;
}

/** What stands in the way of a save is told as its annotator sees it. */
export function conflictInOrder<T>(order: Order, save: () => T): T {
  try {
    return save();
  } catch (error) {
    if (!order.sidesSwapped || !(error instanceof AppError) || error.code !== 'conflict') throw error;
    const there = draftConflictSchema.safeParse(error.details);
    if (!there.success) throw error;
    const { draft } = there.data;
    throw new AppError('conflict', error.message, {
      details: { draft: { ...draft, doc: inOrder(order, draft.doc) } },
    });
  }
}
