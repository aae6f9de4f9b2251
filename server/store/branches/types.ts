import type { GroupTree, LineageNode, ReplayResult } from '../../../lib/contracts/branches.ts';
import type { AnswerMatch } from '../../../lib/domain/compare/index.ts';
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
  readonly baseline?: boolean;
  readonly startedAtMs: number;
}

export interface FollowedState {
  /** sha256 (hex) of the database file. */
  readonly hash: string;
  /** Null where it cannot be told. */
  readonly normalised: string | null;
}

/** The states of a run, or of one that begins like it, step by step. */
export interface RunTrack extends AsyncDisposable {
  readonly id: number;
  /** Goes on to the recorded state after a step; null where it was not recorded. */
  recorded(seq: number): Promise<FollowedState | null>;
  /** Goes on to what a call left in a database file, which nobody writes meanwhile; null where it cannot be read. */
  live(file: {
    readonly dbPath: string;
    readonly startMs: number;
    readonly endMs: number;
    readonly argumentsJson: string | null;
  }): Promise<FollowedState | null>;
}

/** What a track's last step answered. */
export interface FollowedAnswer {
  readonly track: RunTrack;
  readonly text: string;
}

/** Follows runs and their replays off the event loop. Each method @throws AppError deadline_exceeded, capacity_reached. */
export interface RunFollower {
  /** From the episode's first state on. @throws AppError not_found where that is not kept */
  open(episodeId: string): Promise<RunTrack>;
  match(a: FollowedAnswer, b: FollowedAnswer): Promise<AnswerMatch>;
  /** Names the answer, times and random values aside. */
  form(of: FollowedAnswer): Promise<string>;
}

/** Episodes that come of others. */
export interface BranchStore {
  readonly follower: RunFollower;
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
