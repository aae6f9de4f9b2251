import type { Statement } from 'better-sqlite3';
import type { Catalog } from '../catalog.ts';
import { inTurns } from './turns.ts';

/** What runs take on disk, and what would be free without some of them. */
export class RunSizes {
  readonly #hashes: Statement<[number], { hash: string }>;
  readonly #uses: Statement<[string], { uses: number; bytes: number }>;
  readonly #texts: Statement<[number], { bytes: number }>;

  constructor({ raw }: Catalog) {
    this.#hashes = raw.prepare('SELECT hash FROM snapshot_uses WHERE episode = ?');
    this.#uses = raw.prepare(
      `SELECT (SELECT count(*) FROM snapshot_uses WHERE hash = s.hash) AS uses,
         coalesce((SELECT size FROM blobs WHERE hash = s.blob), 0) AS bytes FROM snapshots AS s WHERE hash = ?`,
    );
    this.#texts = raw.prepare(
      `SELECT coalesce(sum(200 + coalesce(length(observation), 0) + coalesce(length(arguments), 0)
         + coalesce(length(client_metadata), 0) + coalesce(length(log_text), 0)
         + coalesce((SELECT size FROM blobs WHERE hash = observation_blob), 0)
         + coalesce((SELECT size FROM blobs WHERE hash = log_blob), 0)), 0) AS bytes FROM steps WHERE episode = ?`,
    );
  }

  /** Bytes of these runs that no other run shares. */
  async freedBy(runs: readonly number[], signal?: AbortSignal): Promise<number> {
    const inSet = new Map<string, number>();
    let bytes = 0;
    await inTurns(
      runs,
      (n) => {
        bytes += this.#texts.get(n)?.bytes ?? 0;
        for (const { hash } of this.#hashes.all(n)) inSet.set(hash, (inSet.get(hash) ?? 0) + 1);
      },
      signal,
    );
    await inTurns(
      inSet,
      ([hash, count]) => {
        const state = this.#uses.get(hash);
        if (state !== undefined && state.uses <= count) bytes += state.bytes;
      },
      signal,
    );
    return bytes;
  }

  /** About what one run takes: a state that others use is shared out. */
  of(n: number): number {
    let bytes = this.#texts.get(n)?.bytes ?? 0;
    for (const { hash } of this.#hashes.all(n)) {
      const state = this.#uses.get(hash);
      if (state !== undefined) bytes += state.bytes / Math.max(1, state.uses);
    }
    return Math.round(bytes);
  }
}
