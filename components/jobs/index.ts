export { JobProgress } from './job-progress.tsx';
export { JobReport } from './job-report.tsx';
export { JobsIndicator } from './jobs-indicator.tsx';
