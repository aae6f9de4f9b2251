import { hash } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Statement } from 'better-sqlite3';
import { AppError } from '../../lib/contracts/errors.ts';
import { applyPageDelta, encodePageDelta, pageSizeOf } from '../../lib/domain/page-delta.ts';
import type { Blobs } from './blobs.ts';
import type { Catalog } from './catalog.ts';
import type { SnapshotRow } from './schema.ts';

/** Deltas in a row before a whole file is stored: 32 deltas apply in ~2 ms at 400 KB. */
const MAX_DEPTH = 32;
/** A delta over this share of the file is stored as a whole file. */
export const MAX_DELTA_SHARE = 0.5;
/** Rebuilt and initial states that stay in memory, in bytes. */
const CACHE_BYTES = 32 << 20;
/** zstd level 1, measured at 400 KB against deflate level 1: one page 25 / 25 µs, 30 pages 78 / 105 µs, smaller too. */
export const ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** A state of a database file. The bytes are shared and never written to. */
export interface Snapshot {
  readonly hash: string;
  readonly bytes: Buffer;
}

/**
 * sha256 (hex) of the whole file: 0.16 ms for 266 KB, 0.25 ms for 400 KB. Taken only where bytes differ from the state
 * before (a comparison costs 6–8 µs), so an unchanged file costs nothing of it, and anybody can check it with sha256sum.
 */
export function exactHash(bytes: Buffer): string {
  return hash('sha256', bytes, 'hex');
}

/** Numbers of the pages in `next` that differ from `prev`, ascending; 40 µs for 400 KB. */
export function changedPages(prev: Buffer, next: Buffer, pageSize: number): number[] {
  const pages: number[] = [];
  for (let start = 0, page = 0; start < next.length; start += pageSize, page++) {
    const end = Math.min(start + pageSize, next.length);
    if (end > prev.length || next.compare(prev, start, end, start, end) !== 0) pages.push(page);
  }
  return pages;
}

/** Content-addressed states, as keyframes and chains of page deltas. Equal files are stored once, whoever made them. */
export class Snapshots {
  readonly #blobs: Blobs;
  readonly #find: Statement<[string], SnapshotRow>;
  readonly #insert: Statement<[string, number, string | null, number, string]>;
  readonly #rebase: Statement<[string, number, string, string]>;
  readonly #use: Statement<[number, string]>;
  readonly #cache = new Map<string, Buffer>();
  #cached = 0;

  constructor(catalog: Catalog, blobs: Blobs) {
    this.#blobs = blobs;
    this.#find = catalog.raw.prepare('SELECT hash, size, base, depth, blob FROM snapshots WHERE hash = ?');
    this.#insert = catalog.raw.prepare(
      'INSERT INTO snapshots (hash, size, base, depth, blob) VALUES (?, ?, ?, ?, ?)',
    );
    this.#rebase = catalog.raw.prepare('UPDATE snapshots SET base = ?, depth = ?, blob = ? WHERE hash = ?');
    this.#use = catalog.raw.prepare('INSERT OR IGNORE INTO snapshot_uses (episode, hash) VALUES (?, ?)');
  }

  has(name: string): boolean {
    return this.#find.get(name) !== undefined;
  }

  /**
   * Stores `next` (as a delta on `prev` where that pays) and notes that the episode uses it. Call in a transaction.
   * Returns the pages that differ from `prev`, where they were looked at.
   */
  put(episode: number, next: Snapshot, prev: Snapshot | null): readonly number[] | null {
    const pages = prev === null ? null : changedPages(prev.bytes, next.bytes, pageSizeOf(next.bytes));
    if (!this.has(next.hash)) this.#store(next, prev, pages);
    this.#use.run(episode, next.hash);
    return pages;
  }

  /** Notes that the episode uses a state that is here. Call in a transaction. */
  use(episode: number, name: string): void {
    this.#use.run(episode, name);
  }

  /**
   * Takes a state as it was stored elsewhere; its base must be here. False where the chain of deltas would get too long.
   * Whoever calls has checked that it rebuilds to its hash. Call in a transaction.
   */
  adopt(state: { hash: string; size: number; base: string | null; packed: Buffer }): boolean {
    if (this.has(state.hash)) return true;
    const base = state.base === null ? undefined : this.#find.get(state.base);
    if (state.base !== null && (base === undefined || base.depth >= MAX_DEPTH)) return false;
    const depth = base === undefined ? 0 : base.depth + 1;
    this.#insert.run(state.hash, state.size, state.base, depth, this.#blobs.put(state.packed));
    return true;
  }

  /** Stores a state as a whole file. Call in a transaction. */
  keep(state: Snapshot): void {
    if (!this.has(state.hash)) this.#store(state, null, null);
  }

  /** Rebuilds a state and checks it against its hash. @throws AppError not_found, internal where it is damaged */
  rebuild(name: string): Snapshot {
    const chain: SnapshotRow[] = [];
    let bytes = this.#cache.get(name);
    for (let at: string | null = name; bytes === undefined && at !== null;) {
      const row: SnapshotRow | undefined = this.#find.get(at);
      if (row === undefined) throw new AppError('not_found', `The database state ${name} was not kept`);
      chain.push(row);
      at = row.base;
      bytes = at === null ? undefined : this.#cache.get(at);
    }
    for (const row of chain.reverse()) {
      const blob = zstdDecompressSync(this.#blobs.get(row.blob));
      bytes = bytes === undefined ? blob : Buffer.from(applyPageDelta(bytes, blob).buffer);
    }
    if (bytes === undefined || (chain.length > 0 && exactHash(bytes) !== name)) {
      throw new AppError('internal', `The stored database state ${name} is damaged`);
    }
    this.remember({ hash: name, bytes });
    return { hash: name, bytes };
  }

  /** Stores a state anew as one delta on `base`, so that the states between can go. Returns blobs it no longer needs. */
  rebase(name: string, base: string): string[] {
    const row = this.#find.get(name);
    const below = this.#find.get(base);
    if (row === undefined || below === undefined || name === base || row.base === null || row.base === base)
      return [];
    const next = this.rebuild(name);
    const pageSize = pageSizeOf(next.bytes);
    const pages = changedPages(this.rebuild(base).bytes, next.bytes, pageSize);
    const blob = this.#pack(encodePageDelta(next.bytes, pageSize, pages));
    this.#rebase.run(base, below.depth + 1, blob, name);
    return [row.blob];
  }

  /** Keeps a state in memory, dropping those not used for longest. */
  remember(snapshot: Snapshot): void {
    const kept = this.#cache.get(snapshot.hash);
    if (kept !== undefined) {
      this.#cache.delete(snapshot.hash);
      this.#cache.set(snapshot.hash, kept);
      return;
    }
    if (snapshot.bytes.length > CACHE_BYTES / 4) return;
    this.#cache.set(snapshot.hash, snapshot.bytes);
    this.#cached += snapshot.bytes.length;
    for (const [name, bytes] of this.#cache) {
      if (this.#cached <= CACHE_BYTES) break;
      this.#cache.delete(name);
      this.#cached -= bytes.length;
    }
  }

  /** From memory only. */
  peek(name: string): Snapshot | undefined {
    const bytes = this.#cache.get(name);
    return bytes === undefined ? undefined : { hash: name, bytes };
  }

  #store(next: Snapshot, prev: Snapshot | null, pages: readonly number[] | null): void {
    const base = prev === null ? undefined : this.#find.get(prev.hash);
    const pageSize = pageSizeOf(next.bytes);
    if (base !== undefined && pages !== null && base.depth < MAX_DEPTH) {
      if (pages.length * pageSize <= next.bytes.length * MAX_DELTA_SHARE) {
        const delta = encodePageDelta(next.bytes, pageSize, pages);
        this.#insert.run(next.hash, next.bytes.length, base.hash, base.depth + 1, this.#pack(delta));
        return;
      }
    }
    this.#insert.run(next.hash, next.bytes.length, null, 0, this.#pack(next.bytes));
  }

  #pack(bytes: Uint8Array): string {
    return this.#blobs.put(zstdCompressSync(bytes, ZSTD));
  }
}
