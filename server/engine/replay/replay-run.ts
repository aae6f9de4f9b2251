import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReplayResult } from '../../../lib/contracts/branches.ts';
import { AppError, type ErrorCode } from '../../../lib/contracts/errors.ts';
import type { EpisodeRecord } from '../../store/types.ts';
import { driftCause } from './drift-cause.ts';
import { playAgain, type Drift, type PlayedAgain, type RunReplayDeps } from './play-again.ts';
import { recordedCalls, type RecordedCall } from './recorded-calls.ts';
import { recordedTiming } from './replay-clock.ts';

/** What stands in the way of a replay, rather than breaking it. */
const NOT_REPLAYABLE: ReadonlySet<ErrorCode> = new Set([
  'not_found',
  'pack_invalid',
  'sandbox_weak',
  'scenario_broken',
  'runtime_failed',
]);

const CAUSES: Readonly<Record<NonNullable<ReplayResult['cause']>, string>> = {
  clock: 'it hangs on the time at which it is called',
  random: 'chance has a part in it: the same calls come out otherwise with another seed, or each time',
  order: 'it has the same items in another order',
  other: 'neither the clock, chance nor order explains it',
};

/**
 * Plays a run again, compares it step by step and keeps what came of it.
 * @throws AppError not_found (no such run), deadline_exceeded (cut off), capacity_reached, storage_full
 */
export async function replayRun(
  deps: RunReplayDeps,
  episodeId: string,
  clock: ReplayResult['clock'],
  signal: AbortSignal,
): Promise<ReplayResult> {
  const record = deps.store.episode(episodeId);
  if (record === undefined)
    throw new AppError('not_found', `There is no run ${episodeId}; it may have been deleted.`);
  const common = { runId: record.id, clock, scenarioChanged: await isChanged(deps, record) };
  let result: ReplayResult;
  try {
    result = { ...common, ...(await outcomeOf(deps, record, clock, signal)), atMs: Date.now() };
  } catch (error) {
    if (!(error instanceof AppError) || !NOT_REPLAYABLE.has(error.code) || signal.aborted) throw error;
    const message = `It cannot be replayed: ${error.message}`;
    const none = { outcome: 'not_replayable', driftAt: null, cause: null, steps: [] } as const;
    result = { ...common, ...none, steps: [], message, atMs: Date.now() };
  }
  deps.store.branches.keepReplay(result);
  return result;
}

async function isChanged({ dataset }: RunReplayDeps, record: EpisodeRecord): Promise<boolean> {
  const scenario = dataset.find(record.scenario);
  if (scenario === undefined) return false;
  return (await dataset.source(scenario.key)).hash !== record.scenarioHash;
}

async function outcomeOf(
  deps: RunReplayDeps,
  record: EpisodeRecord,
  clock: ReplayResult['clock'],
  signal: AbortSignal,
): Promise<Pick<ReplayResult, 'outcome' | 'driftAt' | 'cause' | 'message' | 'steps'>> {
  const calls = await allCalls(deps, record);
  const timing = clock === 'now' ? undefined : recordedTiming(deps.store, record, calls);
  const played = await playAgain(deps, record, calls, timing, signal);
  const steps = [...played.steps];
  const { drift } = played;
  if (drift === null) {
    const exact = steps.every(
      ({ result, state }) => result !== 'equal' && state !== 'equal' && state !== 'unknown',
    );
    const outcome = exact ? 'exact' : 'equal';
    return { outcome, driftAt: null, cause: null, message: agreeing(outcome, played), steps };
  }
  const cause = await driftCause(deps, { record, calls, timing }, drift, signal);
  return { outcome: 'drift', driftAt: drift.seq, cause, message: drifting(drift, cause, played), steps };
}

/** In turns: a run may have 10,000. */
async function allCalls({ store }: RunReplayDeps, record: EpisodeRecord): Promise<readonly RecordedCall[]> {
  const calls: RecordedCall[] = [];
  for (const call of recordedCalls(store, record)) {
    calls.push(call);
    if (calls.length % 50 === 0) await nextTurn();
  }
  return calls;
}

function agreeing(outcome: 'exact' | 'equal', { steps }: PlayedAgain): string {
  const made = steps.filter(({ result }) => result !== 'not_called').length;
  const calls = made === 1 ? 'The one call' : `All ${String(made)} calls`;
  const same =
    outcome === 'exact'
      ? `${calls} gave the same answer and the same database, byte by byte`
      : `${calls} gave the same, times, random values and the numbering of new rows aside`;
  if (steps.length === 0) return 'The run has no calls.';
  return `${same}.${besides(steps)}`;
}

function drifting(
  { seq, tool }: Drift,
  cause: NonNullable<ReplayResult['cause']>,
  { steps }: PlayedAgain,
): string {
  const step = steps.find((each) => each.seq === seq);
  const what = step?.result === 'different' ? 'answered otherwise' : 'left another database';
  return `Step ${String(seq)} (${tool}) ${what}: ${CAUSES[cause]}.${besides(steps)}`;
}

function besides(steps: PlayedAgain['steps']): string {
  const killed = steps.filter(({ result }) => result === 'not_called').length;
  const unknown = steps.filter(({ state }) => state === 'unknown').length;
  return [
    killed > 0
      ? ` ${String(killed)} calls that ended their process were not made again; the run goes on from their recorded states.`
      : '',
    unknown > 0 ? ` The databases after ${String(unknown)} steps could not be compared.` : '',
  ].join('');
}
