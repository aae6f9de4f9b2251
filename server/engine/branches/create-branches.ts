import { compareGroup, comparePaths, compareStates } from '../compare/index.ts';
import type { Jobs } from '../jobs/types.ts';
import { startReplays, type RunReplayDeps } from '../replay/index.ts';
import type { Branches } from './types.ts';
import { startWhatIf, type WhatIfDeps } from './what-if.ts';

export type BranchesDeps = RunReplayDeps & WhatIfDeps & { readonly jobs: Jobs };

/** Starts nothing until it is asked. */
export function createBranches(deps: BranchesDeps): Branches {
  const { store, jobs } = deps;
  return {
    lineage: (episodeId) => store.branches.lineage(episodeId),
    lastReplay: (episodeId) => store.branches.replay(episodeId),
    startReplays: (target, clock) => startReplays(deps, jobs, store.runs.resolve(target), clock),
    startWhatIf: (episodeId, change) => startWhatIf(deps, episodeId, change),
    paths: (ids, signal) => comparePaths(store, ids, signal),
    difference: (from, to, page, signal) => compareStates(store, { from, to }, page, signal),
    group: (target, signal) => compareGroup(store, target, signal),
  };
}
