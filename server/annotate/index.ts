export type { Projects, SaidOfRun } from './projects/index.ts';
export { createAnnotation, type Annotation } from './create-annotation.ts';
export { createBlindness } from './blindness.ts';
export { createLooks, type Looks } from './looks.ts';
export { NOTHING_HIDDEN, sighted } from './sighted.ts';
export { createTraining, type Training } from './training.ts';
export type { Blindness, BlindRuns, InHand } from './types.ts';
