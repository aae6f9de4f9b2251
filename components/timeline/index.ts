export { StepChangeCounts } from './step-change-counts.tsx';
export { Timeline } from './timeline.tsx';
export { useVerdictLane } from './use-verdict-lane.ts';
export { lookOf } from './verdict-look.ts';
