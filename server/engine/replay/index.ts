export { recordedCalls, type RecordedCall } from './recorded-calls.ts';
export { replayCalls } from './replay-calls.ts';
export type { ReplayCall, ReplayDeps, ReplayedStep, ReplayPlace, ReplayRequest } from './types.ts';
