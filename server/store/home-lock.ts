import { join } from 'node:path';
import Database from 'better-sqlite3';
import { AppError } from '../../lib/contracts/errors.ts';

/**
 * Holds a home folder for one process: a second one would close the first one's episodes as crashed and sweep its
 * files. An exclusive SQLite transaction is a lock that the kernel frees when the process dies.
 * @throws AppError conflict
 */
export function lockHome(homeDir: string): Disposable {
  const db = new Database(join(homeDir, '.lock'), { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw new AppError(
      'conflict',
      `${homeDir} is in use by another studio; stop it, or start with another --home.`,
      { cause: error, details: { homeDir } },
    );
  }
  return { [Symbol.dispose]: () => db.close() };
}
