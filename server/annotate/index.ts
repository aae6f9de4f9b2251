export { sighted } from './sighted.ts';
export type { AnnotationRecords, Blindness, BlindRuns } from './types.ts';
