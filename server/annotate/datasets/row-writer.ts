import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { DatasetFormat } from '../../../lib/contracts/annotation/datasets.ts';
import { csvText } from '../../../lib/util/csv-text.ts';
import type { Column, ColumnType } from './columns.ts';
import type { Cell } from './export-context.ts';

/** Writes rows to a file as they come; a batch is held at a time. */
export interface RowWriter {
  readonly rows: number;
  add(cells: Readonly<Record<string, Cell>>): Promise<void>;
  end(): Promise<void>;
}

const BATCH = 500;
/** Rows of a row group. */
const GROUP = 5_000;

export async function createRowWriter(
  path: string,
  format: DatasetFormat,
  columns: readonly Column[],
): Promise<RowWriter> {
  switch (format) {
    case 'jsonl':
      return textWriter(await open(path, 'w'), '', (cells) => jsonLine(columns, cells));
    case 'csv':
      return textWriter(await open(path, 'w'), `${columns.map(({ name }) => name).join(',')}\r\n`, (cells) =>
        csvLine(columns, cells),
      );
    case 'parquet':
      return parquetWriter(path, columns);
  }
}

/** Every column in its order, null where there is nothing. */
export function jsonLine(columns: readonly Column[], cells: Readonly<Record<string, Cell>>): string {
  return `${JSON.stringify(Object.fromEntries(columns.map(({ name }) => [name, cells[name] ?? null])))}\n`;
}

function csvLine(columns: readonly Column[], cells: Readonly<Record<string, Cell>>): string {
  const texts = columns.map(({ name }) => {
    const value = cells[name] ?? null;
    if (value === null) return '';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return csvText(typeof value === 'string' ? value : JSON.stringify(value));
  });
  return `${texts.join(',')}\r\n`;
}

function textWriter(
  file: FileHandle,
  head: string,
  line: (cells: Readonly<Record<string, Cell>>) => string,
): RowWriter {
  let rows = 0;
  let waiting = head;
  let held = 0;
  const flush = async (): Promise<void> => {
    await file.write(waiting);
    waiting = '';
    held = 0;
  };
  return {
    get rows() {
      return rows;
    },
    async add(cells) {
      waiting += line(cells);
      rows += 1;
      held += 1;
      if (held >= BATCH) await flush();
    },
    async end() {
      await flush();
      await file.sync();
      await file.close();
    },
  };
}

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
} as const satisfies Record<ColumnType, string>;

function parquetWriter(path: string, columns: readonly Column[]): RowWriter {
  let rows = 0;
  let held: Readonly<Record<string, Cell>>[] = [];
  const columnData = () =>
    columns.map(({ name, type }) => ({
      name,
      type: PARQUET[type],
      data: held.map((cells) => parquetCell(type, cells[name] ?? null)),
    }));
  const file = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaFromColumnData({ columnData: columnData() }),
  });
  const flush = async (): Promise<void> => {
    if (held.length > 0) await file.write({ columnData: columnData(), rowGroupSize: held.length });
    held = [];
  };
  return {
    get rows() {
      return rows;
    },
    async add(cells) {
      held.push(cells);
      rows += 1;
      if (held.length >= GROUP) await flush();
    },
    async end() {
      await flush();
      await file.finish();
    },
  };
}

function parquetCell(type: ColumnType, value: Cell): unknown {
  if (value === null) return null;
  if (type === 'int' && typeof value === 'number') return BigInt(Math.trunc(value));
  return typeof value === 'object' ? JSON.stringify(value) : value;
}

export async function describeFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return { bytes: (await stat(path)).size, sha256: digest.digest('hex') };
}
