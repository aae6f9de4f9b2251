import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileIndex } from './file-index.ts';
import { PACK_FILE_KINDS, type PackFileKind } from './files.ts';
import { decodeIndex, encodeIndex, keptIndex } from './kept-index.ts';

const VERSION = 3;
const SAMPLE_BYTES = 64 * 1024;

/**
 * Says that a file is the one that was indexed: size, modification time and a hash of its first and last 64 KiB. An edit
 * in the middle that keeps the size and forges the time is not seen here; a row is checked again whenever it is read.
 */
export interface FileStamp {
  readonly size: number;
  readonly mtimeMs: number;
  readonly sample: string;
}

export type CachedFiles = ReadonlyMap<PackFileKind, { readonly stamp: FileStamp; readonly index: FileIndex }>;

const cacheFile = z.object({
  version: z.literal(VERSION),
  path: z.string(),
  files: z.array(
    z.object({
      kind: z.enum(['scenario', 'tasks', 'db', 'sample', 'envs', 'sql', 'code']),
      stamp: z.object({ size: z.number(), mtimeMs: z.number(), sample: z.string() }),
      index: keptIndex,
    }),
  ),
});

/** @throws the file system's errors */
export async function stampFile(path: string): Promise<FileStamp> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const hash = createHash('sha256');
    for (const position of [0, Math.max(0, size - SAMPLE_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, position);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return { size, mtimeMs, sample: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.size === b.size && a.mtimeMs === b.mtimeMs && a.sample === b.sample;
}

function cachePath(cacheDir: string, packPath: string): string {
  const id = createHash('sha256').update(packPath).digest('hex').slice(0, 32);
  return join(cacheDir, `pack-index-${id}.json`);
}

/** Empty where there is none, or an unreadable or older one: the pack is then indexed again. */
export async function loadIndexCache(cacheDir: string, packPath: string): Promise<CachedFiles> {
  let text: string;
  try {
    text = await readFile(cachePath(cacheDir, packPath), 'utf8');
  } catch {
    return new Map();
  }
  try {
    const parsed = cacheFile.safeParse(JSON.parse(text));
    if (!parsed.success || parsed.data.path !== packPath) return new Map();
    return new Map(
      parsed.data.files.map(({ kind, stamp, index }) => [kind, { stamp, index: decodeIndex(index) }]),
    );
  } catch {
    return new Map();
  }
}

/** Replaces the cache in one step, so that a killed process never leaves half of one. @throws the file system's errors */
export async function saveIndexCache(cacheDir: string, packPath: string, files: CachedFiles): Promise<void> {
  const target = cachePath(cacheDir, packPath);
  const temporary = `${target}.${process.pid}.tmp`;
  const listed = PACK_FILE_KINDS.flatMap((kind) => {
    const entry = files.get(kind);
    return entry === undefined ? [] : [{ kind, stamp: entry.stamp, index: encodeIndex(entry.index) }];
  });
  await mkdir(cacheDir, { recursive: true });
  try {
    await writeFile(temporary, JSON.stringify({ version: VERSION, path: packPath, files: listed }));
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
