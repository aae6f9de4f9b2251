export { createJobs } from './create-jobs.ts';
export type { JobProgress, Jobs, JobSpec } from './types.ts';
