export { createJobs } from './create-jobs.ts';
export type { JobProgress, Jobs, JobSubject } from './types.ts';
