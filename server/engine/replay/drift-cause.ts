import type { ReplayResult } from '../../../lib/contracts/branches.ts';
import type { EpisodeRecord } from '../../store/types.ts';
import { traceStep, type Drift, type RunReplayDeps, type StepTrace } from './play-again.ts';
import type { RecordedCall } from './recorded-calls.ts';
import type { ReplayTiming } from './replay-clock.ts';

const HOUR_MS = 3_600_000;
/** What reads the hour, the day or the month, or how long a call is ago, says something else under one of these. */
const OTHER_CLOCKS = [
  { aheadMs: 9 * HOUR_MS, slowerMs: 67_000 },
  { aheadMs: 31 * 24 * HOUR_MS, slowerMs: 0 },
] as const;

/**
 * Why a step came out otherwise. order: the answer has the same items in another order. Else the calls up to there are made
 * again on logical clocks. random: the same clock and seed give another result, or another seed does. clock: the same
 * seed at another time does. Times and random values that can be recognised are left out of all comparisons.
 */
export async function driftCause(
  deps: RunReplayDeps,
  run: {
    readonly record: EpisodeRecord;
    readonly calls: readonly RecordedCall[];
    readonly timing: ReplayTiming;
  },
  drift: Drift,
  signal: AbortSignal,
): Promise<NonNullable<ReplayResult['cause']>> {
  if (drift.orderOnly) return 'order';
  const { record, calls } = run;
  const clock = run.timing?.clock ?? { startMs: Date.now(), tickMs: 1_000 };
  const seed = run.timing?.seed ?? 0;
  const trace = (timing: ReplayTiming) => traceStep(deps, record, calls, { seq: drift.seq, timing }, signal);
  // On the machine's clocks there was nothing to make the same once more.
  const first = run.timing === undefined ? await trace({ clock, seed }) : drift.trace;
  if (first === undefined) return 'other';
  for (const otherSeed of [seed, seed + 1])
    if (differ(first, await trace({ clock, seed: otherSeed }))) return 'random';
  for (const { aheadMs, slowerMs } of OTHER_CLOCKS) {
    const other = { startMs: clock.startMs + aheadMs, tickMs: clock.tickMs + slowerMs };
    if (differ(first, await trace({ clock: other, seed }))) return 'clock';
  }
  return 'other';
}

function differ(a: StepTrace, b: StepTrace | undefined): boolean {
  return b !== undefined && (a.ok !== b.ok || a.form !== b.form || a.normalised !== b.normalised);
}
