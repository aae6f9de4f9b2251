export { createJobs } from './create-jobs.ts';
export type { JobProgress, Jobs } from './types.ts';
