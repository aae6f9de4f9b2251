import { hash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Statement } from 'better-sqlite3';
import { AppError } from '../../lib/contracts/errors.ts';
import type { Catalog } from './catalog.ts';

/**
 * Up to here a blob lives in the catalog: a one-page delta is ~200 bytes and would take a 4 KiB block and ~45 µs as a
 * file of its own; in the step's transaction it costs ~5 µs.
 */
const INLINE_BYTES = 16_384;
const TMP = 'tmp';

/** Content-addressed bytes: small ones in the catalog, others as files `blobs/ab/cd/<sha256>`. Reads are verified. */
export class Blobs {
  readonly #dir: string;
  readonly #tmp: string;
  readonly #known: Statement<[string], { hash: string }>;
  readonly #insert: Statement<[string, number, Buffer | null]>;
  readonly #read: Statement<[string], { size: number; bytes: Buffer | null }>;
  readonly #remove: Statement<[string]>;
  readonly #fileBytes: Statement<[], { bytes: number }>;

  constructor(homeDir: string, catalog: Catalog) {
    this.#dir = join(homeDir, 'blobs');
    this.#tmp = join(this.#dir, TMP);
    this.#known = catalog.raw.prepare('SELECT hash FROM blobs WHERE hash = ?');
    this.#insert = catalog.raw.prepare('INSERT INTO blobs (hash, size, bytes) VALUES (?, ?, ?)');
    this.#read = catalog.raw.prepare('SELECT size, bytes FROM blobs WHERE hash = ?');
    this.#remove = catalog.raw.prepare('DELETE FROM blobs WHERE hash = ?');
    this.#fileBytes = catalog.raw.prepare(
      'SELECT coalesce(sum(size), 0) AS bytes FROM blobs WHERE bytes IS NULL',
    );
  }

  /** Makes the folders and sweeps what a killed process left half written. */
  prepare(): void {
    mkdirSync(this.#tmp, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(this.#tmp)) rmSync(join(this.#tmp, name), { force: true });
  }

  /**
   * Removes files that no row names: what was written just before a kill or a rollback. Yields to the event loop
   * between folders; each check and removal is synchronous, so a blob that is being stored cannot be hit.
   */
  async sweep(signal: AbortSignal): Promise<void> {
    for (const outer of await readdir(this.#dir)) {
      if (outer === TMP) continue;
      for (const inner of await readdir(join(this.#dir, outer))) {
        for (const name of await readdir(join(this.#dir, outer, inner))) {
          if (signal.aborted) return;
          if (this.#known.get(name) === undefined)
            rmSync(join(this.#dir, outer, inner, name), { force: true });
        }
      }
    }
  }

  /** Call inside a transaction: the file is in place before the row that names it is committed. */
  put(bytes: Buffer): string {
    const name = hash('sha256', bytes, 'hex');
    if (this.#known.get(name) !== undefined) return name;
    const inline = bytes.length <= INLINE_BYTES;
    if (!inline) this.#writeFile(name, bytes);
    this.#insert.run(name, bytes.length, inline ? bytes : null);
    return name;
  }

  /** @throws AppError internal where the blob is gone or damaged. */
  get(name: string): Buffer {
    const row = this.#read.get(name);
    if (row === undefined) throw damaged(name, 'it is not in the catalog');
    const bytes = row.bytes ?? readBlobFile(this.#path(name), name);
    if (hash('sha256', bytes, 'hex') !== name) throw damaged(name, 'its bytes changed');
    return bytes;
  }

  /** Call outside of a transaction that may roll back: a file does not come back. */
  remove(name: string): void {
    this.#remove.run(name);
    rmSync(this.#path(name), { force: true });
  }

  /** Takes the row away, in a transaction; `removeFile` after it. */
  forget(name: string): void {
    this.#remove.run(name);
  }

  /** Of a blob that has no row any more. */
  removeFile(name: string): void {
    if (this.#known.get(name) === undefined) rmSync(this.#path(name), { force: true });
  }

  fileBytes(): number {
    return this.#fileBytes.get()?.bytes ?? 0;
  }

  #writeFile(name: string, bytes: Buffer): void {
    const target = this.#path(name);
    const partial = join(this.#tmp, randomBytes(8).toString('hex'));
    try {
      writeFileSync(partial, bytes, { mode: 0o600 });
      mkdirSync(join(target, '..'), { recursive: true, mode: 0o700 });
      renameSync(partial, target);
    } catch (error) {
      rmSync(partial, { force: true });
      throw error;
    }
  }

  #path(name: string): string {
    return join(this.#dir, name.slice(0, 2), name.slice(2, 4), name);
  }
}

function readBlobFile(path: string, name: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw damaged(name, error instanceof Error ? error.message : String(error));
  }
}

function damaged(name: string, why: string): AppError {
  return new AppError('internal', `Stored blob ${name} cannot be read: ${why}`, { details: { blob: name } });
}
