import { zstdCompressSync } from 'node:zlib';
import { hash } from 'node:crypto';
import Database from 'better-sqlite3';
import { encodePageDelta, pageSizeOf } from '../../../lib/domain/page-delta.ts';
import { NormalState } from '../../../lib/domain/normal-state.ts';
import { readRows, withoutWal } from '../read-rows.ts';
import { changedPages, exactHash, MAX_DELTA_SHARE, ZSTD } from '../snapshots.ts';
import { clockOf } from './clock-of.ts';
import type { PackedState } from './types.ts';

const LIMITS = { bytes: 64 << 20, rows: 500_000, ms: 5000 };

/** Why a file is no database that can be used; undefined where it is one. Runs in a worker: SQLite is not hurried. */
export function databaseProblem(bytes: Buffer): string | undefined {
  if (bytes.length === 0) return 'is empty';
  if (bytes.toString('latin1', 0, 16) !== 'SQLite format 3\0') return 'is not a SQLite database';
  let db: Database.Database | undefined;
  try {
    db = new Database(withoutWal(bytes), { readonly: true });
    db.pragma('trusted_schema = OFF');
    db.pragma('cell_size_check = ON');
    const found = db.pragma('quick_check(1)', { simple: true });
    return found === 'ok' ? undefined : `is damaged (${String(found).slice(0, 200)})`;
  } catch (error) {
    return `is damaged (${error instanceof Error ? error.message : String(error)})`;
  } finally {
    db?.close();
  }
}

/** A state as it is stored: a delta on `base` where that pays. */
export function packState(bytes: Buffer, base: { hash: string; bytes: Buffer } | null): PackedState {
  const hash = exactHash(bytes);
  const size = bytes.length;
  if (base !== null && base.hash !== hash) {
    const pageSize = pageSizeOf(bytes);
    const pages = changedPages(base.bytes, bytes, pageSize);
    if (pages.length * pageSize <= size * MAX_DELTA_SHARE) {
      const delta = encodePageDelta(bytes, pageSize, pages);
      return { hash, size, base: base.hash, packed: zstdCompressSync(delta, ZSTD) };
    }
  }
  return { hash, size, base: null, packed: zstdCompressSync(bytes, ZSTD) };
}

/** Between which times the rows of `after` seem to have been written; see `clockOf`. Null where nothing tells. */
export function playedBetween(
  before: Buffer,
  after: Buffer,
  given: string,
): { readonly from: number; readonly to: number } | null {
  try {
    return clockOf(readRows(before, LIMITS), readRows(after, LIMITS), given);
  } catch {
    return null;
  }
}

/** Whether two states that came from `base` are the same but for times, random values and the numbering of new rows. */
export function sameNormalised(
  base: Buffer,
  states: readonly [Buffer, Buffer],
  clock: { readonly from: number; readonly to: number },
  given: string,
): boolean {
  try {
    const [first, second] = states.map((bytes) => {
      const normal = new NormalState('', readRows(base, LIMITS), new Map(), (text) =>
        hash('sha256', text, 'hex'),
      );
      normal.advance(readRows(bytes, LIMITS), {
        startMs: clock.from,
        endMs: clock.to,
        argumentsJson: given,
        zones: [0],
        existed: (text) => base.includes(text),
      });
      return normal.text();
    });
    return first === second;
  } catch {
    return false;
  }
}
