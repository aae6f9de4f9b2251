export { checkLabel, type LabelProblem, type MarkedStep } from './check-label.ts';
export {
  checkGuidelines,
  checkLabelSchema,
  type DocumentProblem,
  type DocumentProblemCode,
} from './check-schema.ts';
export { schemaEffects, type GivenUnder } from './schema-effects.ts';
export { readLabel, type LabelRow } from './read-label.ts';
