export { sharedSteps } from './run-paths.ts';
export { sidesSwapped } from './sides.ts';
export { plannedTotal, seededFraction } from './seeded.ts';
