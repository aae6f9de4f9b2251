import type { Statement } from 'better-sqlite3';
import type { Catalog } from './catalog.ts';
import type { EndReason } from './types.ts';

/**
 * Writes down how episodes end. A session must be able to close on a full disk: then its end waits in memory (a few
 * bytes) for the next commit that succeeds; a process that dies before leaves the episode to be found as crashed.
 */
export class LateEnds {
  readonly #write: Statement<[number, string, number]>;
  readonly #waiting = new Map<number, { readonly reason: EndReason; readonly atMs: number }>();
  readonly #onEnded: (episode: number) => void;
  readonly #onProblem: (message: string, error: unknown) => void;

  constructor(
    catalog: Catalog,
    onEnded: (episode: number) => void,
    onProblem: (message: string, error: unknown) => void,
  ) {
    this.#onEnded = onEnded;
    this.#onProblem = onProblem;
    this.#write = catalog.raw.prepare(
      `UPDATE episodes SET ended_at = ?, end_reason = ?, kept = iif(recording = 'full', 'full', NULL)
       WHERE n = ? AND ended_at IS NULL`,
    );
  }

  /** Never throws. */
  end(episode: number, reason: EndReason): void {
    this.#waiting.set(episode, { reason, atMs: Date.now() });
    this.flush();
  }

  /** Writes what waits; stops at the first failure. */
  flush(): void {
    for (const [episode, { reason, atMs }] of this.#waiting) {
      try {
        this.#write.run(atMs, reason, episode);
      } catch (error) {
        this.#onProblem('the end of an episode waits for space', error);
        return;
      }
      this.#waiting.delete(episode);
      this.#onEnded(episode);
    }
  }
}
