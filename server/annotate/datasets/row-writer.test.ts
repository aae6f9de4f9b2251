import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, it } from 'vitest';
import { tempDir } from '../../store/testing.ts';
import type { Column } from './columns.ts';
import { createRowWriter } from './row-writer.ts';

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());

const COLUMNS: readonly Column[] = [
  { name: 'id', type: 'text', about: '' },
  { name: 'at', type: 'int', about: '' },
  { name: 'marks', type: 'ints', about: '' },
  { name: 'score', type: 'real', about: '' },
];

const rowOf = (at: number, id = `row ${String(at)}`) => ({
  id,
  at,
  marks: [at, -1],
  ...(at % 2 === 0 && { score: at / 4 }),
});

async function parquetOf(rows: number, name: string, id?: string) {
  const path = join(dir.path, name);
  const writer = await createRowWriter(path, 'parquet', COLUMNS);
  for (let at = 0; at < rows; at += 1) await writer.add(rowOf(at, id));
  await writer.end();
  expect(writer.rows).toBe(rows);
  const bytes = await readFile(path);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
}

describe('a Parquet file', () => {
  it('has its rows in their order, in few row groups', async () => {
    const file = await parquetOf(25_100, 'many');
    expect(parquetMetadata(file).row_groups.map((group) => group.num_rows)).toEqual([
      10_000n,
      10_000n,
      5_100n,
    ]);
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(25_100);
    for (const at of [0, 249, 250, 9_999, 10_000, 25_099])
      expect(rows[at]).toEqual({
        id: `row ${String(at)}`,
        at: BigInt(at),
        marks: `[${String(at)},-1]`,
        score: at % 2 === 0 ? at / 4 : null,
      });
  });

  it('has smaller row groups where the texts are long', async () => {
    const file = await parquetOf(1_000, 'long', 'x'.repeat(50_000));
    expect(parquetMetadata(file).row_groups.map((group) => group.num_rows)).toEqual([500n, 500n]);
  });

  it('has its columns without a row', async () => {
    const file = await parquetOf(0, 'none');
    expect(parquetMetadata(file).schema.map(({ name }) => name)).toEqual([
      'root',
      'id',
      'at',
      'marks',
      'score',
    ]);
    expect(await parquetReadObjects({ file })).toEqual([]);
  });

  it.skipIf(!existsSync('/dev/full'))('tells of a full disk, as the other formats do', async () => {
    for (const format of ['parquet', 'csv', 'jsonl'] as const) {
      const writer = await createRowWriter('/dev/full', format, COLUMNS);
      await writer.add(rowOf(1));
      await expect(writer.end()).rejects.toMatchObject({ code: 'ENOSPC' });
    }
  });

  it('says where it cannot be written at all', async () => {
    const writer = await createRowWriter(join(dir.path, 'nowhere', 'file'), 'parquet', COLUMNS);
    await expect(writer.end()).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(writer.end()).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
