import { AppError } from '../../lib/contracts/errors.ts';
import type { RunTarget } from '../../lib/contracts/runs.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { ManyRuns, RunLibrary } from '../store/runs/types.ts';

/** The library of runs as whoever asks may know of it. */
export function seenRuns(runs: Pick<RunLibrary, 'without'> & ManyRuns, blind: BlindRuns): ManyRuns {
  return blind.empty ? runs : runs.without(blind);
}

/** Runs of a target that whoever asks may know of. @throws AppError blind where a hidden one is named, not_found */
export function seenTarget(
  runs: Pick<RunLibrary, 'without'> & ManyRuns,
  target: RunTarget,
  blind: BlindRuns,
): RunTarget {
  return blind.empty ? target : { ids: [...seenRuns(runs, blind).resolve(target)] };
}

/** What stands with a run of where it came from. */
export function withoutHiddenParent<T extends { readonly parent: { readonly id: string } | null }>(
  of: T,
  blind: BlindRuns,
): T {
  return of.parent !== null && blind.hides(of.parent.id) ? { ...of, parent: null } : of;
}

/** @throws AppError blind */
export function refuseHidden(blind: BlindRuns, ids: readonly string[]): void {
  if (ids.some((id) => blind.hides(id)))
    throw new AppError(
      'blind',
      'You have one of these runs to label: leave it out, or label or reveal it first.',
    );
}
