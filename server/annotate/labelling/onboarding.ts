import type { AnnotationShelf, KeptQueue } from '../../store/annotation/types.ts';
import { againstGold } from './against-gold.ts';

export interface OnboardingState {
  readonly state: 'to_do' | 'passed' | 'failed';
  readonly right: number;
  readonly done: number;
  readonly total: number;
  readonly round: number;
}

/** How a person stands in an onboarding queue, by their first labels of this round. Failed as soon as the mark is out of reach. */
export function onboardingState(shelf: AnnotationShelf, queue: KeptQueue, person: string): OnboardingState {
  const { round, total, labels } = shelf.onboarding(queue, person);
  const right = labels.filter(({ doc, gold }) => againstGold(doc, gold).length === 0).length;
  const done = labels.length;
  const { passMark } = queue.settings;
  const best = total === 0 ? 0 : (right + (total - done)) / total;
  const isDone = total > 0 && done >= total;
  // So that 0.8 of 10 is 8, whatever the division says.
  const reaches = (share: number) => share + 1e-9 >= passMark;
  const state =
    total > 0 && !reaches(best) ? 'failed' : isDone && reaches(right / total) ? 'passed' : 'to_do';
  return { state, right, done, total, round };
}
