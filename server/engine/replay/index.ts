export { recordedAnswer } from './recorded-answer.ts';
export { recordedCalls, type RecordedCall } from './recorded-calls.ts';
export { replayCalls } from './replay-calls.ts';
export type { ReplayCall, ReplayDeps, ReplayedStep, ReplayPlace, ReplayRequest } from './types.ts';
export { startReplays } from './replay-jobs.ts';
export { replayRun } from './replay-run.ts';
export { type RunReplayDeps } from './play-again.ts';
