export { checkLabel } from './check-label.ts';
export { checkGuidelines, checkLabelSchema, type DocumentProblem } from './check-schema.ts';
export { EMPTY_LABEL } from './empty-label.ts';
export { readLabel } from './read-label.ts';
export { schemaEffects } from './schema-effects.ts';
