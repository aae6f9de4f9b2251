export { sharedSteps } from './run-paths.ts';
export { plannedTotal } from './seeded.ts';
