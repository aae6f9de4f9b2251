import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';
import type { DatasetFormat } from '../../../lib/contracts/annotation/datasets.ts';
import { csvText } from '../../../lib/util/csv-text.ts';
import { wellFormedJson } from '../../../lib/util/well-formed-json.ts';
import type { Column } from './columns.ts';
import type { Cell } from './export-context.ts';
import { ParquetThread } from './parquet-thread.ts';

/** Writes rows to a file as they come; a batch is held at a time. */
export interface RowWriter {
  readonly rows: number;
  add(cells: Readonly<Record<string, Cell>>): Promise<void>;
  end(): Promise<void>;
}

const BATCH = 500;
/** To the thread that writes Parquet: they are copied at one go. */
const SENT = 250;

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
  return `${wellFormedJson(Object.fromEntries(columns.map(({ name }) => [name, cells[name] ?? null])))}\n`;
}

function csvLine(columns: readonly Column[], cells: Readonly<Record<string, Cell>>): string {
  const texts = columns.map(({ name }) => {
    const value = cells[name] ?? null;
    if (value === null) return '';
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    return csvText(typeof value === 'string' ? value : wellFormedJson(value));
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
    // All of it or an error: a plain write may come short where the disk fills.
    await file.appendFile(waiting);
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
      await using closing = file;
      await flush();
      await closing.sync();
    },
  };
}

function parquetWriter(path: string, columns: readonly Column[]): RowWriter {
  const thread = new ParquetThread(path, columns);
  let rows = 0;
  let held: Readonly<Record<string, Cell>>[] = [];
  const flush = async (): Promise<void> => {
    const cells = columns.map(({ name }) => held.map((row) => row[name] ?? null));
    held = [];
    await thread.write(cells);
  };
  return {
    get rows() {
      return rows;
    },
    async add(cells) {
      held.push(cells);
      rows += 1;
      if (held.length >= SENT) await flush();
    },
    async end() {
      await using closing = thread;
      await flush();
      await closing.write(null);
    },
  };
}

export async function describeFile(path: string): Promise<{ bytes: number; sha256: string }> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return { bytes: (await stat(path)).size, sha256: digest.digest('hex') };
}
