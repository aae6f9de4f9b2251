import { beginning } from '../../../lib/domain/beginning.ts';
import type { AnswerMatch } from '../../../lib/domain/compare/index.ts';
import type { ReplayResult } from '../../../lib/contracts/branches.ts';
import type { FollowedState, RunTrack } from '../../store/branches/types.ts';
import type { EpisodeRecord, Store } from '../../store/types.ts';
import { liveAnswer, recordedAnswer, type CallAnswer } from './recorded-answer.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { replayCalls } from './replay-calls.ts';
import type { ReplayTiming } from './replay-clock.ts';
import type { ReplayDeps, ReplayedStep } from './types.ts';

const GOT = 4_000;
/** Characters of answers that one result keeps. */
const ALL_GOT = 256 * 1024;

export interface RunReplayDeps extends ReplayDeps {
  readonly store: Store;
}

type StepResult = ReplayResult['steps'][number];

/** A step as the replay had it, without times and random values. */
export interface StepTrace {
  readonly form: string;
  readonly normalised: string | null;
  readonly ok: boolean;
}

export interface Drift {
  readonly seq: number;
  readonly tool: string;
  /** Only the order of a list in its answer differs. */
  readonly orderOnly: boolean;
  readonly trace: StepTrace;
}

export interface PlayedAgain {
  readonly steps: readonly StepResult[];
  readonly drift: Drift | null;
}

/**
 * Makes a run's calls again from its first state and compares each answer and state with the recorded one.
 * @throws AppError as `replayCalls`; not_found also where a state that is needed is not kept
 */
export async function playAgain(
  deps: RunReplayDeps,
  record: EpisodeRecord,
  calls: readonly RecordedCall[],
  timing: ReplayTiming,
  signal: AbortSignal,
): Promise<PlayedAgain> {
  const { store } = deps;
  const { follower } = store.branches;
  await using recorded = await follower.open(record.id);
  await using live = await follower.open(record.id);
  const byCall = new Map(calls.map((call) => [call.seq, call]));
  const steps: StepResult[] = [];
  let drift: Drift | null = null;
  let kept = 0;
  await replay(deps, { record, calls, timing, signal }, async (played) => {
    const { seq, result } = played;
    const [step] = store.steps(record.id, { from: seq, to: seq });
    const call = byCall.get(seq);
    if (step === undefined || call === undefined) return;
    if (result.kind === 'not_called') await store.rebuildFile(record.id, seq, played.dbPath);
    const was = await recorded.recorded(seq);
    const now = await advance(live, played, step.argumentsJson);
    const state = compareStates(was, now);
    if (result.kind === 'not_called') {
      steps.push({ seq, result: 'not_called', state, got: null });
      return;
    }
    const [before, after] = [recordedAnswer(step), liveAnswer(result)];
    const match = sameKind(before, after)
      ? await follower.match({ track: recorded, text: before.text }, { track: live, text: after.text })
      : 'different';
    const differs = match === 'different' || match === 'order';
    const got = differs && kept < ALL_GOT ? beginning(after.text, GOT) : null;
    kept += got?.length ?? 0;
    steps.push({ seq, result: resultOf(match), state, got });
    if (drift !== null || (!differs && state !== 'different')) return;
    const form = await follower.form({ track: live, text: after.text });
    const trace = { form, normalised: now?.normalised ?? null, ok: after.ok };
    drift = { seq, tool: call.tool, orderOnly: match === 'order' && state !== 'different', trace };
  });
  return { steps, drift };
}

/** What one step comes to under other clocks or another seed. */
export async function traceStep(
  deps: RunReplayDeps,
  record: EpisodeRecord,
  calls: readonly RecordedCall[],
  at: { readonly seq: number; readonly timing: ReplayTiming },
  signal: AbortSignal,
): Promise<StepTrace | undefined> {
  const { follower } = deps.store.branches;
  await using live = await follower.open(record.id);
  const until = calls.filter(({ seq }) => seq <= at.seq);
  let trace: StepTrace | undefined;
  await replay(deps, { record, calls: until, timing: at.timing, signal }, async (played) => {
    const { seq, result } = played;
    if (result.kind === 'not_called') await deps.store.rebuildFile(record.id, seq, played.dbPath);
    const [step] = deps.store.steps(record.id, { from: seq, to: seq });
    const state = await advance(live, played, step?.argumentsJson ?? null);
    if (seq !== at.seq || result.kind === 'not_called') return;
    const { text, ok } = liveAnswer(result);
    trace = { form: await follower.form({ track: live, text }), normalised: state?.normalised ?? null, ok };
  });
  return trace;
}

function replay(
  deps: RunReplayDeps,
  run: {
    readonly record: EpisodeRecord;
    readonly calls: readonly RecordedCall[];
    readonly timing: ReplayTiming;
    readonly signal: AbortSignal;
  },
  onStep: (step: ReplayedStep) => Promise<void>,
): Promise<void> {
  const { record, calls, timing, signal } = run;
  return replayCalls(deps, {
    scenario: record.scenario,
    writeDb: (path) => deps.store.snapshotTo(record.id, 0, path),
    calls,
    ...timing,
    onStep,
    signal,
  });
}

function advance(track: RunTrack, { dbPath, startMs, endMs }: ReplayedStep, argumentsJson: string | null) {
  return track.live({ dbPath, startMs, endMs, argumentsJson });
}

function sameKind(before: CallAnswer, after: CallAnswer): boolean {
  return before.ok === after.ok && (before.httpStatus === null || before.httpStatus === after.httpStatus);
}

function resultOf(match: AnswerMatch): StepResult['result'] {
  return match === 'order' ? 'different' : match;
}

function compareStates(was: FollowedState | null, now: FollowedState | null): StepResult['state'] {
  if (was === null || now === null) return 'unknown';
  if (was.hash === now.hash) return 'same';
  if (was.normalised === null || now.normalised === null) return 'unknown';
  return was.normalised === now.normalised ? 'equal' : 'different';
}
