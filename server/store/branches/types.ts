import type { GroupTree, LineageNode, ReplayResult } from '../../../lib/contracts/branches.ts';
import type { Actor, RunProvenance } from '../types.ts';
import type { PathRows } from './path-rows.ts';

/** An episode that goes on from another. */
export interface ForkStart {
  readonly id: string;
  readonly origin: 'fork' | 'what_if';
  readonly clientEpisodeId: string | null;
  readonly sessionId: string;
  readonly actor: Actor;
  readonly transport: string;
  readonly run: RunProvenance;
  /** Reset options (secrets removed). */
  readonly options: Readonly<Record<string, unknown>>;
  readonly startedAtMs: number;
}

/** Episodes that come of others. */
export interface BranchStore {
  /**
   * Writes an open episode whose steps 1 to `seq` are copies of the parent's; `Store.resume` goes on with it.
   * @throws AppError not_found (episode, step), storage_full
   */
  fork(parentId: string, seq: number, start: ForkStart): void;
  /** Root first, parents before their children. @throws AppError not_found */
  lineage(episodeId: string): { readonly nodes: readonly LineageNode[]; readonly more: number };
  /** What the last replay came to. @throws AppError not_found */
  replay(episodeId: string): ReplayResult | undefined;
  /** Nothing where the episode has gone. @throws AppError storage_full */
  keepReplay(result: ReplayResult): void;
  /** Steps of the runs that are there. Read off the event loop. @throws AppError deadline_exceeded, capacity_reached */
  paths(ids: readonly string[], signal?: AbortSignal): Promise<readonly PathRows[]>;
  /** The runs that are there, merged. @throws as `paths` */
  group(ids: readonly string[], signal?: AbortSignal): Promise<GroupTree>;
}
