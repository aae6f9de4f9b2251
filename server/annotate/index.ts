export { createProjects, type Projects } from './projects/index.ts';
export { sighted } from './sighted.ts';
export type { AnnotationRecords, Blindness, BlindRuns } from './types.ts';
