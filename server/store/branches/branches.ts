import { AppError } from '../../../lib/contracts/errors.ts';
import { replayResultSchema, type GroupTree, type ReplayResult } from '../../../lib/contracts/branches.ts';
import { redactedJson } from '../../../lib/domain/redact.ts';
import type { Catalog } from '../catalog.ts';
import { findEpisode, runColumns } from '../episodes.ts';
import type { StateWorkers } from '../states/state-workers.ts';
import type { StateTask } from '../states/tasks.ts';
import { storageError } from '../storage-error.ts';
import { Follower } from './follow/follower.ts';
import { insertFork } from './insert-fork.ts';
import { readLineage } from './lineage.ts';
import type { PathRows } from './path-rows.ts';
import type { BranchStore, ForkStart } from './types.ts';

const OPTIONS_BYTES = 64 * 1024;

interface Parts {
  readonly catalog: Catalog;
  readonly homeDir: string;
  readonly workers: Pick<StateWorkers, 'run'>;
  /** The episode has steps whose normalised hash is missing. */
  readonly onPending: (episode: number) => void;
}

export class Branches implements BranchStore, AsyncDisposable {
  readonly follower: Follower;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.follower = new Follower(parts.homeDir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.follower[Symbol.asyncDispose]();
  }

  fork(parentId: string, seq: number, start: ForkStart): void {
    const { catalog } = this.#parts;
    const parent = this.#known(parentId);
    const finalHash = seq === 0 ? parent.base_hash : stateAfter(catalog, parent.n, seq);
    if (finalHash === undefined)
      throw new AppError('not_found', `Episode ${parentId} has no step ${String(seq)}.`);
    const optionsJson = redactedJson(start.options, OPTIONS_BYTES) ?? '{}';
    const fork = { parent, seq, finalHash, optionsJson, run: runColumns(start.run) };
    const { n, pending } = this.#write(() => insertFork(catalog, start, fork));
    if (pending) this.#parts.onPending(n);
  }

  lineage(episodeId: string) {
    return readLineage(this.#parts.catalog, this.#known(episodeId).n);
  }

  replay(episodeId: string): ReplayResult | undefined {
    const { raw } = this.#parts.catalog;
    const row = raw
      .prepare<[number], { result: string }>('SELECT result FROM replays WHERE episode = ?')
      .get(this.#known(episodeId).n);
    return row === undefined ? undefined : replayResultSchema.parse(JSON.parse(row.result));
  }

  keepReplay(result: ReplayResult): void {
    const { raw } = this.#parts.catalog;
    this.#write(() =>
      raw
        .prepare(
          `INSERT OR REPLACE INTO replays (episode, at, outcome, result)
           SELECT n, ?, ?, ? FROM episodes WHERE id = ?`,
        )
        .run(result.atMs, result.outcome, JSON.stringify(result), result.runId),
    );
  }

  paths(ids: readonly string[], signal?: AbortSignal): Promise<readonly PathRows[]> {
    return this.#ask<readonly PathRows[]>({ kind: 'paths', ids: [...ids] }, signal);
  }

  group(ids: readonly string[], signal?: AbortSignal): Promise<GroupTree> {
    return this.#ask<GroupTree>({ kind: 'group', ids: [...ids] }, signal);
  }

  async #ask<T>(task: StateTask, signal: AbortSignal | undefined): Promise<T> {
    const outcome = await this.#parts.workers.run(task, signal);
    switch (outcome.kind) {
      case 'value':
        return outcome.value as T;
      case 'unavailable':
        throw new AppError('internal', outcome.answer.message);
      case 'error':
        throw new AppError(outcome.code, outcome.message);
    }
  }

  #known(episodeId: string) {
    const row = findEpisode(this.#parts.catalog, episodeId);
    if (row === undefined) throw new AppError('not_found', `There is no episode ${episodeId}.`);
    return row;
  }

  #write<T>(write: () => T): T {
    try {
      return this.#parts.catalog.raw.transaction(write).immediate();
    } catch (error) {
      throw storageError(error, this.#parts.homeDir);
    }
  }
}

function stateAfter({ raw }: Catalog, episode: number, seq: number): string | undefined {
  return raw
    .prepare<[number, number], { db_after: string }>(
      'SELECT db_after FROM steps WHERE episode = ? AND seq = ?',
    )
    .get(episode, seq)?.db_after;
}
