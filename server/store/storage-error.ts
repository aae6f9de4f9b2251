import { statfsSync } from 'node:fs';
import { AppError } from '../../lib/contracts/errors.ts';

const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL']);

/** Free bytes of the file system that holds `dir`, for users without privileges; null where it cannot be asked. */
function freeBytes(dir: string): number | null {
  try {
    const stats = statfsSync(dir);
    return stats.bavail * stats.bsize;
  } catch {
    return null;
  }
}

/** A full disk as AppError storage_full that says what to do; every other error as it is. */
export function storageError(error: unknown, dir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return FULL.has(code) ? storageFull(dir, error) : error;
}

function storageFull(dir: string, cause?: unknown): AppError {
  const free = freeBytes(dir);
  const left = free === null ? 'no space' : `${(free / 2 ** 20).toFixed(1)} MiB`;
  return new AppError(
    'storage_full',
    `The disk that holds ${dir} is full (${left} free). Free some space or start with another --home; ` +
      'what was recorded is safe, and recording goes on as soon as there is space.',
    { cause, details: { dir, freeBytes: free } },
  );
}

const UNUSABLE = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'EEXIST',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
]);
const DAMAGED = new Set(['SQLITE_NOTADB', 'SQLITE_CORRUPT']);

/** Why a store could not be opened, as AppError with what to do; every other error as it is. */
export function openError(error: unknown, dir: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const options = { cause: error, details: { dir, code } };
  if (UNUSABLE.has(code)) {
    return new AppError(
      'config_invalid',
      `${dir} cannot be used as home (${code}): give another --home`,
      options,
    );
  }
  if (DAMAGED.has(code)) {
    const message = `The catalog in ${dir} is damaged (${code}): put it aside, or give another --home`;
    return new AppError('config_invalid', message, options);
  }
  return storageError(error, dir);
}
