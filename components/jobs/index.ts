export { JobProgress } from './job-progress.tsx';
