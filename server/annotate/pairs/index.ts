export { cleanTasks } from './collect-pairs.ts';
export { createFixes, type FixesDeps } from './create-fixes.ts';
export { createPairs, type PairsDeps } from './create-pairs.ts';
export { createFixWork } from './fix-work.ts';
export { LeftOut } from './usable-runs.ts';
export type * from './types.ts';
