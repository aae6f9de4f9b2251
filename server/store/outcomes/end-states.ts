import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Statement } from 'better-sqlite3';
import type { EndRow } from '../../../lib/domain/end-rows.ts';
import type { Catalog } from '../catalog.ts';
import type { EndResult } from '../normalise-episode.ts';

/** The end state of a run whose last state has no normalised hash. */
export const UNKNOWN_END = 0;
/** Compressed bytes of an end's rows that are kept: 2,000 rows of the usual size take some 60 KB. */
const KEPT_BYTES = 512 * 1024;
/** Ends whose rows stay in memory. */
const CACHED = 64;

export interface EndState {
  readonly id: number;
  /** Rows that differ from the seed; null: not known. */
  readonly changed: number | null;
  readonly rows: readonly EndRow[] | null;
}

interface StoredEnd {
  readonly id: number;
  readonly hash: string;
  readonly changed: number | null;
  readonly rows: Buffer | null;
}

const UNKNOWN: EndState = { id: UNKNOWN_END, changed: null, rows: null };

/** The rows that runs left behind, each distinct end once. */
export class EndStates {
  readonly #insert: Statement<[string]>;
  readonly #fill: Statement<[number | null, Buffer | null, string | null, number]>;
  readonly #byHash: Statement<[string], { id: number; known: number }>;
  readonly #byId: Statement<[number], StoredEnd>;
  readonly #cache = new Map<number, EndState>();

  constructor({ raw }: Catalog) {
    this.#insert = raw.prepare('INSERT OR IGNORE INTO end_states (hash) VALUES (?)');
    this.#fill = raw.prepare(
      'UPDATE end_states SET changed = ?, rows = ?, problem = ? WHERE id = ? AND rows IS NULL',
    );
    this.#byHash = raw.prepare('SELECT id, rows IS NOT NULL AS known FROM end_states WHERE hash = ?');
    this.#byId = raw.prepare('SELECT id, hash, changed, rows FROM end_states WHERE id = ?');
  }

  find(hash: string): { readonly id: number; readonly known: boolean } | undefined {
    const found = this.#byHash.get(hash);
    return found === undefined ? undefined : { id: found.id, known: found.known === 1 };
  }

  /** Its number, given where it is new. */
  idOf(hash: string): number {
    const found = this.#byHash.get(hash);
    if (found !== undefined) return found.id;
    return Number(this.#insert.run(hash).lastInsertRowid);
  }

  /** Keeps what an episode left behind; true where that was not known. */
  keep({ hash, rows, problem }: EndResult): boolean {
    const known = this.#byHash.get(hash);
    if (known?.known === 1) return false;
    const id = this.idOf(hash);
    const bytes = rows === null ? null : zstdCompressSync(JSON.stringify(rows));
    const kept = bytes !== null && bytes.length <= KEPT_BYTES ? bytes : null;
    const why = kept === null ? (problem ?? 'its rows are too long') : null;
    this.#fill.run(rows?.length ?? null, kept, why, id);
    this.#cache.delete(id);
    return kept !== null;
  }

  get(id: number): EndState {
    if (id === UNKNOWN_END) return UNKNOWN;
    const cached = this.#cache.get(id);
    if (cached !== undefined) return cached;
    const stored = this.#byId.get(id);
    if (stored === undefined) return UNKNOWN;
    const state = { id, changed: stored.changed, rows: stored.rows === null ? null : rowsIn(stored.rows) };
    // Another thread may fill it in.
    if (state.rows === null) return state;
    if (this.#cache.size >= CACHED) this.#cache.delete(this.#cache.keys().next().value ?? 0);
    this.#cache.set(id, state);
    return state;
  }
}

export function rowsIn(bytes: Buffer): EndRow[] {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as EndRow[];
}
