import type { LineageNode, ReplayResult } from '../../../lib/contracts/branches.ts';

/** Forks, replays and comparisons of recorded runs. */
export interface Branches {
  /** @throws AppError not_found */
  lineage(episodeId: string): { readonly nodes: readonly LineageNode[]; readonly more: number };
  /** What the last replay came to. @throws AppError not_found */
  lastReplay(episodeId: string): ReplayResult | undefined;
}
