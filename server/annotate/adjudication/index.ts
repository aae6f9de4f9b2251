export { createAdjudication } from './create-adjudication.ts';
export { hideInHand } from './hide-in-hand.ts';
export { projectReader, runReader } from './ports.ts';
export type { Adjudication } from './types.ts';
