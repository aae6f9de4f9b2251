import type { SessionDeps } from '../session-deps.ts';
import type { Branches } from './types.ts';

/** Starts nothing until it is asked. */
export function createBranches({ store }: Pick<SessionDeps, 'store'>): Branches {
  return {
    lineage: (episodeId) => store.branches.lineage(episodeId),
    lastReplay: (episodeId) => store.branches.replay(episodeId),
  };
}
