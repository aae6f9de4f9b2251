import { randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import { diskFile } from './folder-source.ts';
import { IMPORT_LIMITS, UPLOAD_LIMITS } from './limits.ts';
import { shownName, unsafePath, type Source, type SourceFile } from './source.ts';

interface Upload {
  readonly dir: string;
  /** By the path that the sender gave; on disk they are numbered. */
  readonly files: Map<string, SourceFile>;
  bytes: number;
  next: number;
  /** Files that are being written. */
  open: number;
  timer: NodeJS.Timeout;
}

/**
 * Files that are sent one by one before they are imported, in private folders that are gone when they were read, given
 * up, or an hour has passed. Names that the sender gives never reach the disk.
 */
export class Uploads implements AsyncDisposable {
  readonly #root: string;
  readonly #uploads = new Map<string, Upload>();

  constructor(root: string) {
    this.#root = root;
    // What a killed server left.
    rmSync(root, { recursive: true, force: true });
    mkdirSync(root, { recursive: true, mode: 0o700 });
  }

  /** @throws AppError capacity_reached */
  start(): string {
    if (this.#uploads.size >= UPLOAD_LIMITS.uploads)
      throw new AppError(
        'capacity_reached',
        `${String(UPLOAD_LIMITS.uploads)} imports are being sent already; give one up or wait.`,
      );
    const id = randomBytes(16).toString('hex');
    const dir = join(this.#root, id);
    mkdirSync(dir, { mode: 0o700 });
    const timer = setTimeout(() => void this.drop(id), UPLOAD_LIMITS.lifeMs).unref();
    this.#uploads.set(id, { dir, files: new Map(), bytes: 0, next: 0, open: 0, timer });
    return id;
  }

  /** @throws AppError not_found, invalid_request (its path), payload_too_large, storage_full */
  async put(id: string, path: string, data: AsyncIterable<Uint8Array>): Promise<number> {
    const upload = this.#find(id);
    const why = unsafePath(path, IMPORT_LIMITS.pathCharacters);
    if (why !== undefined) throw new AppError('invalid_request', `${shownName(path)} ${why}.`);
    if (upload.files.size + upload.open >= UPLOAD_LIMITS.files)
      throw new AppError(
        'payload_too_large',
        `An import takes ${String(UPLOAD_LIMITS.files)} files; send them as a zip.`,
      );
    const disk = join(upload.dir, String(upload.next++));
    let bytes = 0;
    const count = new Transform({
      transform(piece: Buffer, _encoding, done) {
        bytes += piece.length;
        upload.bytes += piece.length;
        const limit = bytes > UPLOAD_LIMITS.fileBytes ? UPLOAD_LIMITS.fileBytes : UPLOAD_LIMITS.bytes;
        if (bytes > UPLOAD_LIMITS.fileBytes || upload.bytes > UPLOAD_LIMITS.bytes)
          done(
            new AppError(
              'payload_too_large',
              `${shownName(path)}: more than ${String(limit)} bytes came; import from a folder with 'studio import'.`,
            ),
          );
        else done(null, piece);
      },
    });
    upload.open += 1;
    try {
      await pipeline(data, count, createWriteStream(disk, { flags: 'wx', mode: 0o600 }));
      this.#requireStill(id, upload);
      const before = upload.files.get(path);
      // At once: of two that come under one path the last stays, and each is counted once.
      upload.files.set(path, diskFile(disk, path, bytes));
      if (before?.diskPath === undefined) return bytes;
      upload.bytes -= before.size;
      await rm(before.diskPath, { force: true }).catch(() => undefined);
      return bytes;
    } catch (error) {
      upload.bytes -= bytes;
      await rm(disk, { force: true });
      this.#requireStill(id, upload);
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOSPC')
        throw new AppError('storage_full', 'The disk is full: the file was not taken.', { cause: error });
      if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE')
        throw new AppError('invalid_request', `${shownName(path)} was cut off; send it again.`, {
          cause: error,
        });
      throw error;
    } finally {
      upload.open -= 1;
    }
  }

  /** Its files as a source; disposing it removes them. @throws AppError not_found, conflict while files are being sent */
  take(id: string): Source {
    const upload = this.#find(id);
    if (upload.open > 0)
      throw new AppError('conflict', 'Files are still being sent; run the import when all are there.');
    if (upload.files.size === 0) throw new AppError('invalid_request', 'No file was sent to this import.');
    this.#uploads.delete(id);
    clearTimeout(upload.timer);
    return {
      files: [...upload.files.values()],
      skipped: [],
      [Symbol.asyncDispose]: () => rm(upload.dir, { recursive: true, force: true }),
    };
  }

  /** Idempotent. */
  async drop(id: string): Promise<void> {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    this.#uploads.delete(id);
    clearTimeout(upload.timer);
    // Again where a file that comes just now is made in it.
    await rm(upload.dir, { recursive: true, force: true, maxRetries: 5 });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#uploads.keys()].map((id) => this.drop(id)));
  }

  /** It may have been given up while a file came. @throws AppError not_found */
  #requireStill(id: string, upload: Upload): void {
    if (this.#uploads.get(id) !== upload) throw noUpload();
  }

  #find(id: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload === undefined) throw noUpload();
    return upload;
  }
}

function noUpload(): AppError {
  return new AppError('not_found', 'There is no such import; one that is not run goes after an hour.');
}
