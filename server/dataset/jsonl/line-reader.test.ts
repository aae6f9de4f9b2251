import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir, writeFiles } from '../testing/packs.ts';
import { readLines } from './line-reader.ts';

async function linesOf(text: string, maxRowBytes: number, chunk: number): Promise<unknown[]> {
  await using dir = await tempDir();
  await writeFiles(dir.path, { f: text });
  const fd = openSync(join(dir.path, 'f'), 'r');
  try {
    const lines: unknown[] = [];
    for (const { number, offset, length, bytes } of readLines(fd, maxRowBytes, chunk)) {
      lines.push([number, offset, length, bytes?.toString()]);
    }
    return lines;
  } finally {
    closeSync(fd);
  }
}

const TEXT = 'a\n\nlonger row here\nbé\nlast';
const EXPECTED = [
  [1, 0, 1, 'a'],
  [2, 2, 0, ''],
  [3, 3, 15, 'longer row here'],
  [4, 19, 3, 'bé'],
  [5, 23, 4, 'last'],
];

it.each([1, 2, 3, 4, 7, 16, 64])('gives the same lines with chunks of %i bytes', async (chunk) => {
  expect(await linesOf(TEXT, 1000, chunk)).toEqual(EXPECTED);
  expect(await linesOf(`${TEXT}\n`, 1000, chunk)).toEqual(EXPECTED);
});

it.each([2, 4, 8, 64])('passes over rows that are too long, with chunks of %i bytes', async (chunk) => {
  const lines = await linesOf(`${'x'.repeat(50)}\nok\n${'y'.repeat(30)}`, 10, chunk);
  expect(lines).toEqual([
    [1, 0, 50, undefined],
    [2, 51, 2, 'ok'],
    [3, 54, 30, undefined],
  ]);
});

it('gives nothing for an empty file', async () => {
  expect(await linesOf('', 10, 4)).toEqual([]);
});
