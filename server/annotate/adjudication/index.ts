export { createAdjudication } from './create-adjudication.ts';
export { hideInHand } from './hide-in-hand.ts';
export type { Adjudication, AdjudicationParts } from './types.ts';
