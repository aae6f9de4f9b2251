import { createLazyPart } from '../../../ui/lazy-part.ts';

/** Only items of fix queues, and who sends a step to one, need it. */
export const PAIRS = createLazyPart(() => import('../../pairs/index.ts'));
