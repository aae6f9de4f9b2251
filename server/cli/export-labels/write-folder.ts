import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { DatasetFile } from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { storageError } from '../../store/index.ts';

/** @throws AppError conflict where there is something already, config_invalid where no folder can be there */
export async function checkFolder(folder: string): Promise<void> {
  try {
    if ((await readdir(folder)).length > 0)
      throw new AppError('conflict', `${folder} is not empty. Name a new or an empty folder with --to.`);
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return;
    throw new AppError('config_invalid', `${folder} cannot be written to (${code ?? String(error)}).`);
  }
}

/**
 * Files, checked against their sums, into a folder that is there whole or not at all: they are written beside it first.
 * @throws AppError storage_full, runtime_failed (a file that is not what it should be), conflict
 */
export async function writeFolder(
  folder: string,
  files: readonly DatasetFile[],
  open: (name: string) => Promise<Readable>,
  signal: AbortSignal,
): Promise<void> {
  const part = `${folder}.part-${randomBytes(4).toString('hex')}`;
  try {
    for (const { name, sha256 } of files) {
      const path = join(part, name);
      await mkdir(dirname(path), { recursive: true });
      const digest = createHash('sha256');
      const summed = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          digest.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(await open(name), summed, createWriteStream(path, { flush: true }), { signal });
      if (digest.digest('hex') !== sha256)
        throw new AppError('runtime_failed', `${name} did not come whole. Run it again.`);
    }
    await checkFolder(folder);
    await rmdir(folder).catch(() => undefined);
    await rename(part, folder);
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    const named = storageError(error, dirname(folder));
    if (named instanceof AppError || signal.aborted || !(error instanceof Error && 'code' in error))
      throw named;
    throw new AppError('config_invalid', `${folder} cannot be written to (${String(error.code)}).`, {
      cause: error,
    });
  }
}
