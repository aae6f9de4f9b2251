export { type RunReplayDeps } from './play-again.ts';
export { recordedAnswer } from './recorded-answer.ts';
export { recordedCalls } from './recorded-calls.ts';
export { replayCalls } from './replay-calls.ts';
export { startReplays } from './replay-jobs.ts';
export type { ReplayDeps } from './types.ts';
