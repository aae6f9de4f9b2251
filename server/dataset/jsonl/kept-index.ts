import { z } from 'zod';
import type { FileIndex, RowRef } from './file-index.ts';

/** Numbers of a row in `cells` (base64 of doubles): which of `keys`, task index or -1, line, offset, length, digest, tables or -1. */
const CELLS = 7;

/** An index as it is kept and passed between threads: a table of numbers, since 20,000 rows as objects take a tenth of a second to read. */
export const keptIndex = z.object({
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

export type KeptIndex = z.infer<typeof keptIndex>;

export function encodeIndex(index: FileIndex): KeptIndex {
  const numbers = new Map<string, number>();
  const cells: number[] = [];
  for (const { key, taskIdx, line, offset, length, digest, tables } of index.rows) {
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    cells.push(number, taskIdx ?? -1, line, offset, length, digest, tables ?? -1);
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

export function decodeIndex(kept: KeptIndex): FileIndex {
  const bytes = Uint8Array.from(Buffer.from(kept.cells, 'base64'));
  const cells = new Float64Array(bytes.buffer, 0, Math.floor(bytes.length / 8));
  const rows: RowRef[] = [];
  for (let at = 0; at + CELLS <= cells.length; at += CELLS) {
    const key = kept.keys[cells[at] ?? -1] ?? '';
    const taskIdx = cells[at + 1] ?? -1;
    const [line = 0, offset = 0, length = 0, digest = 0, tables = -1] = cells.subarray(at + 2, at + CELLS);
    const place = { key, line, offset, length, digest, ...(tables >= 0 && { tables }) };
    if (taskIdx >= 0) rows.push({ ...place, taskIdx });
    else rows.push(kept.texts === undefined ? place : { ...place, ...kept.texts[at / CELLS] });
  }
  return { rows, problems: kept.problems };
}
