import { createHash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { FileIndex, RowRef } from './file-index.ts';
import { PACK_FILE_KINDS, type PackFileKind } from './files.ts';

const VERSION = 1;
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

/** Numbers of a row in `cells` (base64 of doubles): which of `keys`, task index or -1, line, offset, length. */
const CELLS = 5;

/** An index as it is kept: a table of numbers, since 20,000 rows as objects take a tenth of a second to read. */
const keptIndex = z.object({
  keys: z.array(z.string()),
  cells: z.string(),
  /** By row; only of the files whose texts are kept. */
  texts: z
    .array(
      z.object({
        name: z.string().optional(),
        description: z.string().optional(),
        tasks: z.array(z.string()).readonly().optional(),
      }),
    )
    .optional(),
  problems: z.array(z.object({ line: z.number().optional(), message: z.string() })).readonly(),
});

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

function encode(index: FileIndex): z.infer<typeof keptIndex> {
  const numbers = new Map<string, number>();
  const cells: number[] = [];
  for (const { key, taskIdx, line, offset, length } of index.rows) {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    cells.push(number, taskIdx ?? -1, line, offset, length);
  }
  const texts = index.rows.map(({ name, description, tasks }) => ({ name, description, tasks }));
  const hasTexts = texts.some(({ name }) => name !== undefined);
  return {
    keys: [...numbers.keys()],
    cells: Buffer.from(Float64Array.from(cells).buffer).toString('base64'),
    problems: index.problems,
    ...(hasTexts && { texts }),
  };
}

function decode(kept: z.infer<typeof keptIndex>): FileIndex {
  const bytes = Uint8Array.from(Buffer.from(kept.cells, 'base64'));
  const cells = new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
  const rows: RowRef[] = [];
  for (let at = 0; at + CELLS <= cells.length; at += CELLS) {
    const key = kept.keys[cells[at] ?? -1] ?? '';
    const taskIdx = cells[at + 1] ?? -1;
    const place = { key, line: cells[at + 2] ?? 0, offset: cells[at + 3] ?? 0, length: cells[at + 4] ?? 0 };
    if (taskIdx >= 0) rows.push({ ...place, taskIdx });
    else rows.push(kept.texts === undefined ? place : { ...place, ...kept.texts[at / CELLS] });
  }
  return { rows, problems: kept.problems };
}

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
      parsed.data.files.map(({ kind, stamp, index }) => [kind, { stamp, index: decode(index) }]),
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
    return entry === undefined ? [] : [{ kind, stamp: entry.stamp, index: encode(entry.index) }];
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
