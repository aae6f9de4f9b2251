export { NONE, REWARD_CLASSES, RUN_SORTS, UNKNOWN } from './fields.ts';
export { problemText } from './problem-text.ts';
export { createRunFilter, parseRunFilter, RUN_FACETS } from './run-filter.ts';
