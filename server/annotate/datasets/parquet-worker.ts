/** Worker thread: writes a Parquet file; each message of rows, and the end, is answered once it is through. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { z } from 'zod';
import { wellFormedJson } from '../../../lib/util/well-formed-json.ts';
import type { ColumnType } from './columns.ts';
import type { Cell } from './export-context.ts';

/** A row group is held in memory: so many rows, or as few as have this much text. */
const GROUP_ROWS = 10_000;
const GROUP_TEXT = 16 << 20;

/** The cells of some rows, a list for each column; null: there are no more. */
export type ParquetMessage = readonly (readonly Cell[])[] | null;

const PARQUET = {
  text: 'STRING',
  time: 'STRING',
  int: 'INT64',
  real: 'DOUBLE',
  flag: 'BOOLEAN',
  list: 'STRING',
  ints: 'STRING',
  flags: 'STRING',
  messages: 'STRING',
  turns: 'STRING',
  json: 'STRING',
} as const satisfies Record<ColumnType, string>;

const dataSchema = z.object({
  path: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.custom<ColumnType>((type) => typeof type === 'string' && type in PARQUET),
    }),
  ),
});
export type ParquetWorkerData = z.infer<typeof dataSchema>;

type ParquetCell = string | number | bigint | boolean | null;

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const { path, columns } = dataSchema.parse(workerData);
  let held = columns.map((): ParquetCell[] => []);
  let text = 0;
  const data = () =>
    columns.map(({ name, type }, at) => ({ name, type: PARQUET[type], data: held[at] ?? [] }));
  const file = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaFromColumnData({ columnData: data() }),
  });
  const rows = () => held[0]?.length ?? 0;
  const flush = (): void => {
    if (rows() > 0) void file.write({ columnData: data(), rowGroupSize: rows() });
    held = columns.map(() => []);
    text = 0;
  };
  port.on('message', (message: ParquetMessage) => {
    if (message === null) {
      flush();
      void file.finish();
      sync(path);
    } else {
      for (const [at, { type }] of columns.entries())
        for (const cell of message[at] ?? []) {
          const value = parquetCell(type, cell);
          held[at]?.push(value);
          if (typeof value === 'string') text += value.length;
        }
      if (rows() >= GROUP_ROWS || text >= GROUP_TEXT) flush();
    }
    port.postMessage(null);
  });
}

function parquetCell(type: ColumnType, value: Cell): ParquetCell {
  if (value === null) return null;
  if (type === 'int' && typeof value === 'number') return BigInt(Math.trunc(value));
  return typeof value === 'object' ? wellFormedJson(value) : value;
}

function sync(path: string): void {
  const file = openSync(path, 'r+');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
