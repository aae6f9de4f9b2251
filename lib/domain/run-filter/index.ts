export { COLLATERAL_CLASSES, NONE, REWARD_CLASSES, RUN_SORTS, UNKNOWN } from './fields.ts';
export type { KnownValues } from './fields.ts';
export { problemText } from './problem-text.ts';
export { asksForWhatIf, createRunFilter, parseRunFilter, RUN_FACETS } from './run-filter.ts';
