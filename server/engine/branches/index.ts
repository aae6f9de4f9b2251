export { createBranches } from './create-branches.ts';
export type { Branches } from './types.ts';
