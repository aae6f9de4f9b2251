import type { LogicalClock } from '../../host/types.ts';
import type { EpisodeRecord, Store } from '../../store/types.ts';
import { parseReset } from '../reset-params.ts';

/** The clocks of a replay; undefined: those of the machine. */
export type ReplayTiming = { readonly clock: LogicalClock; readonly seed: number } | undefined;

const DAY_MS = 86_400_000;

/**
 * The clock that the run was played with, where it had one of its own; else one that starts when the run did and goes on by
 * the run's mean time per call.
 */
export function recordedTiming(
  store: Pick<Store, 'steps'>,
  record: EpisodeRecord,
  calls: readonly { readonly seq: number }[],
): ReplayTiming {
  const { clock, seed } = optionsOf(record);
  if (clock !== undefined) return { clock, seed: seed ?? 0 };
  const startMs = Math.round(record.startedAtMs);
  const last = calls.at(-1)?.seq;
  const [step] = last === undefined ? [] : store.steps(record.id, { from: last, to: last });
  const mean = step === undefined ? 0 : (step.startedAtMs - startMs) / calls.length;
  return { clock: { startMs, tickMs: Math.round(Math.min(Math.max(mean, 0), DAY_MS)) }, seed: 0 };
}

function optionsOf({ options }: EpisodeRecord): {
  readonly clock?: LogicalClock | undefined;
  readonly seed?: number | undefined;
} {
  try {
    return parseReset({ options }).options;
  } catch {
    // Another version's options: the run is replayed as if it had none.
    return {};
  }
}
