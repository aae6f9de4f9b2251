import { open, rm, stat, truncate } from 'node:fs/promises';
import { AppError } from '../../../lib/contracts/errors.ts';
import { createDigest, digestFile, type Digest } from './digest.ts';
import type { HubClient, HubFile } from './hub-client.ts';
import { ConnectionLost } from './hub-error.ts';
import { withRetry, type RetryContext } from './retry.ts';

export interface DownloadOptions {
  readonly client: HubClient;
  readonly commit: string;
  readonly file: HubFile;
  /** Where the bytes gather; what is there already is gone on with. */
  readonly partPath: string;
  readonly retry: RetryContext;
  readonly onBytes: (done: number) => void;
}

const CORRUPT_ATTEMPTS = 2;

/** Downloads a file to its .part and checks it. @returns its sha256 @throws AppError */
export async function downloadFile(options: DownloadOptions): Promise<string> {
  const { file, partPath } = options;
  for (let attempt = 1; ; attempt += 1) {
    const { sha256, matches } = (await fill(options)).end();
    if (matches) return sha256;
    await rm(partPath, { force: true });
    if (attempt === CORRUPT_ATTEMPTS) {
      const message = `${file.path} does not match its checksum (wanted ${file.digest.kind} ${file.digest.hex}, got sha256 ${sha256}), twice. The copy was removed; try again later or another --endpoint.`;
      throw new AppError('pack_invalid', message);
    }
    options.retry.onRetry(`${file.path} does not match its checksum`, 0);
  }
}

/** The digest of a .part that has as many bytes as the file. */
async function fill(options: DownloadOptions): Promise<Digest> {
  const { client, commit, file, partPath, retry } = options;
  if ((await sizeOf(partPath)) > file.size) await rm(partPath, { force: true });
  return withRetry(retry, async (progress) => {
    let digest = createDigest(file);
    await digestFile(partPath, digest, retry.signal);
    options.onBytes(digest.bytes);
    if (digest.bytes === file.size) {
      // An empty file has no bytes that would have made it.
      await (await open(partPath, 'a')).close();
      return digest;
    }
    const { from, chunks } = await client.body(file, commit, digest.bytes);
    if (from !== digest.bytes) {
      await truncate(partPath, 0).catch(() => undefined);
      digest = createDigest(file);
      if (from !== 0) throw new ConnectionLost('the server answered with another part of the file');
    }
    const part = await open(partPath, 'a');
    try {
      for await (const chunk of chunks) {
        await writeAll(part, chunk);
        digest.update(chunk);
        progress();
        options.onBytes(digest.bytes);
        if (digest.bytes > file.size) break;
      }
      await part.datasync();
    } finally {
      await part.close();
    }
    if (digest.bytes < file.size)
      throw new ConnectionLost(`the connection ended at byte ${digest.bytes} of ${file.size}`);
    return digest;
  });
}

async function writeAll(part: Awaited<ReturnType<typeof open>>, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength;) {
    const { bytesWritten } = await part.write(chunk, at, chunk.byteLength - at);
    at += bytesWritten;
  }
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
