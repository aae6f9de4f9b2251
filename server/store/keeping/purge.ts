import type { Statement } from 'better-sqlite3';
import type { Blobs } from '../blobs.ts';
import type { Catalog } from '../catalog.ts';
import type { SnapshotRow } from '../schema.ts';

interface Tables {
  readonly name: string;
  readonly column: string;
}

/**
 * Takes what hangs on a deleted run's number out of the catalog, and states and blobs that nobody else needs. Each run is a
 * transaction of its own; files of blobs go after it, so that a kill in between leaves files that no row names, which the
 * next start sweeps.
 */
export class Purge {
  readonly #catalog: Catalog;
  readonly #blobs: Blobs;
  readonly #own: readonly Statement<[number]>[];
  readonly #hashes: Statement<[number], { hash: string }>;
  readonly #texts: Statement<[{ n: number }], { blob: string }>;
  readonly #used: Statement<[{ hash: string }], { one: number }>;
  readonly #state: Statement<[string], SnapshotRow>;
  readonly #dropState: Statement<[string]>;
  readonly #needed: Statement<[{ blob: string }], { one: number }>;
  readonly #forget: Statement<[number]>;

  constructor(catalog: Catalog, blobs: Blobs) {
    const { raw } = catalog;
    this.#catalog = catalog;
    this.#blobs = blobs;
    this.#own = tablesOf(catalog).map(({ name, column }) =>
      raw.prepare(`DELETE FROM "${name}" WHERE "${column}" = ?`),
    );
    this.#hashes = raw.prepare('SELECT hash FROM snapshot_uses WHERE episode = ?');
    this.#texts = raw.prepare(
      `SELECT observation_blob AS blob FROM steps WHERE episode = @n AND observation_blob IS NOT NULL
       UNION SELECT log_blob FROM steps WHERE episode = @n AND log_blob IS NOT NULL
       UNION SELECT blob FROM run_files WHERE episode = @n UNION SELECT blob FROM run_messages WHERE episode = @n`,
    );
    this.#used = raw.prepare(
      `SELECT 1 AS one FROM snapshot_uses WHERE hash = @hash UNION ALL SELECT 1 FROM snapshots WHERE base = @hash LIMIT 1`,
    );
    this.#state = raw.prepare('SELECT hash, size, base, depth, blob FROM snapshots WHERE hash = ?');
    this.#dropState = raw.prepare('DELETE FROM snapshots WHERE hash = ?');
    this.#needed = raw.prepare(
      `SELECT 1 AS one FROM snapshots WHERE blob = @blob UNION ALL SELECT 1 FROM steps WHERE observation_blob = @blob
       UNION ALL SELECT 1 FROM steps WHERE log_blob = @blob UNION ALL SELECT 1 FROM run_files WHERE blob = @blob
       UNION ALL SELECT 1 FROM run_messages WHERE blob = @blob LIMIT 1`,
    );
    this.#forget = raw.prepare('DELETE FROM deleted_runs WHERE n = ?');
  }

  /** Does nothing for a run that came back. */
  run(n: number): void {
    const dropped: string[] = [];
    this.#catalog.raw
      .transaction(() => {
        if (this.#forget.run(n).changes === 0) return;
        const blobs = new Set(this.#texts.all({ n }).map(({ blob }) => blob));
        const hashes = this.#hashes.all(n).map(({ hash }) => hash);
        for (const statement of this.#own) statement.run(n);
        for (const hash of hashes) for (const blob of this.#dropStates(hash)) blobs.add(blob);
        for (const blob of blobs) {
          if (this.#needed.get({ blob }) !== undefined) continue;
          this.#blobs.forget(blob);
          dropped.push(blob);
        }
      })
      .immediate();
    for (const blob of dropped) this.#blobs.removeFile(blob);
  }

  /** A state that nobody uses goes, and the ones below that only it needed. */
  #dropStates(from: string): string[] {
    const blobs: string[] = [];
    for (let at: string | null = from; at !== null;) {
      if (this.#used.get({ hash: at }) !== undefined) break;
      const row: SnapshotRow | undefined = this.#state.get(at);
      if (row === undefined) break;
      this.#dropState.run(at);
      blobs.push(row.blob);
      at = row.base;
    }
    return blobs;
  }
}

/** Tables whose rows belong to an episode, whoever made them. */
function tablesOf({ raw }: Catalog): Tables[] {
  return raw
    .prepare<[], Tables>(
      `SELECT t.name, f."from" AS "column" FROM sqlite_schema AS t, pragma_foreign_key_list(t.name) AS f
       WHERE t.type = 'table' AND f."table" = 'episodes'`,
    )
    .all();
}
