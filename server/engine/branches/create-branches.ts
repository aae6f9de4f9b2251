import { compareGroup, comparePaths, compareStates } from '../compare/index.ts';
import type { SessionDeps } from '../session-deps.ts';
import type { Branches } from './types.ts';

/** Starts nothing until it is asked. */
export function createBranches({ store }: Pick<SessionDeps, 'store'>): Branches {
  return {
    lineage: (episodeId) => store.branches.lineage(episodeId),
    lastReplay: (episodeId) => store.branches.replay(episodeId),
    paths: (ids, signal) => comparePaths(store, ids, signal),
    difference: (from, to, page, signal) => compareStates(store, { from, to }, page, signal),
    group: (target, signal) => compareGroup(store, target, signal),
  };
}
