export { createStateSearch } from './create-state-search.ts';
export type { StateSearch } from './types.ts';
