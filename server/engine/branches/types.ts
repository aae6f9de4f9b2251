import type { GroupTree, LineageNode, ReplayResult, RunPath } from '../../../lib/contracts/branches.ts';
import type { ChangeSet, Unavailable } from '../../../lib/contracts/evidence.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import type { ChangesQuery, StatePlace } from '../../store/types.ts';

export interface WhatIfChange {
  readonly seq: number;
  /** Undefined: the step is dropped. */
  readonly instead?:
    { readonly toolName: string; readonly arguments: Readonly<Record<string, unknown>> } | undefined;
}

/** Forks, replays and comparisons of recorded runs. */
export interface Branches {
  /** @throws AppError not_found */
  lineage(episodeId: string): { readonly nodes: readonly LineageNode[]; readonly more: number };
  /** What the last replay came to. @throws AppError not_found */
  lastReplay(episodeId: string): ReplayResult | undefined;
  /** A job that replays runs; what each came to is its `lastReplay`. @throws AppError not_found (selection), capacity_reached */
  startReplays(target: RunTarget, clock: ReplayResult['clock']): Job;
  /**
   * A job that plays a run again with one call dropped or replaced; its result is a `WhatIfResult`.
   * @throws AppError not_found, invalid_request (the step is no tool call), forbidden (baseline play that runs), capacity_reached
   */
  startWhatIf(episodeId: string, change: WhatIfChange): Job;
  /** @throws AppError not_found, conflict (runs of several tasks), deadline_exceeded, capacity_reached */
  paths(ids: readonly string[], signal?: AbortSignal): Promise<readonly RunPath[]>;
  /** @throws AppError not_found (run, step), conflict (not one scenario), deadline_exceeded, capacity_reached */
  difference(
    from: StatePlace,
    to: StatePlace,
    page: Omit<ChangesQuery, 'from' | 'to'>,
    signal?: AbortSignal,
  ): Promise<ChangeSet | Unavailable>;
  /** @throws AppError invalid_request (too many), not_found (selection), deadline_exceeded, capacity_reached */
  group(target: RunTarget, signal?: AbortSignal): Promise<GroupTree>;
}
