import { csvText } from '../../../../lib/util/csv-text.ts';
import { wellFormedJson } from '../../../../lib/util/well-formed-json.ts';
import { ByteWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import type { RunRow } from '../../../../lib/contracts/runs.ts';
import { EXPORT_COLUMNS, timeText } from './columns.ts';
import type { ExportFormat, ExportType } from './columns.ts';

/** Turns runs into the bytes of a file, some at a time. */
export interface Encoder {
  /** Bytes that are ready. */
  add(runs: readonly RunRow[]): Uint8Array;
  end(): Uint8Array;
}

export function createEncoder(format: ExportFormat): Encoder {
  switch (format) {
    case 'csv':
      return textEncoder(`${EXPORT_COLUMNS.map(({ name }) => name).join(',')}\r\n`, csvLine);
    case 'jsonl':
      return textEncoder('', jsonLine);
    case 'parquet':
      return parquetEncoder();
  }
}

function textEncoder(head: string, line: (run: RunRow) => string): Encoder {
  let started = false;
  return {
    add(runs) {
      const text = (started ? '' : head) + runs.map(line).join('');
      started = true;
      return Buffer.from(text);
    },
    end: () => Buffer.from(started ? '' : head),
  };
}

function csvLine(run: RunRow): string {
  const cells = EXPORT_COLUMNS.map(({ type, read }) => {
    const value = read(run);
    if (value === null) return '';
    if (type === 'time') return timeText(Number(value)) ?? '';
    return typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : csvText(typeof value === 'string' ? value : wellFormedJson(value));
  });
  return `${cells.join(',')}\r\n`;
}

function jsonLine(run: RunRow): string {
  const cells = EXPORT_COLUMNS.map(({ name, type, read }) => {
    const value = read(run);
    return [name, type === 'time' && value !== null ? timeText(Number(value)) : value];
  });
  return `${wellFormedJson(Object.fromEntries(cells))}\n`;
}

const PARQUET = {
  text: 'STRING',
  list: 'STRING',
  int: 'INT32',
  real: 'DOUBLE',
  flag: 'BOOLEAN',
  time: 'TIMESTAMP',
} as const satisfies Record<ExportType, string>;

function parquetEncoder(): Encoder {
  const writer = new ByteWriter();
  const columns = (runs: readonly RunRow[]) =>
    EXPORT_COLUMNS.map(({ name, type, read }) => ({
      name,
      type: PARQUET[type],
      data: runs.map((run) => parquetCell(type, read(run))),
    }));
  const file = new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData: columns([]) }) });
  return {
    add(runs) {
      // A flush is nowhere to be waited for: the bytes stay in memory until the end.
      if (runs.length > 0) void file.write({ columnData: columns(runs), rowGroupSize: runs.length });
      return new Uint8Array(0);
    },
    end() {
      void file.finish();
      return new Uint8Array(writer.getBuffer());
    },
  };
}

function parquetCell(type: ExportType, value: ReturnType<(typeof EXPORT_COLUMNS)[number]['read']>): unknown {
  if (value === null) return null;
  if (type === 'time') return timeText(Number(value)) === null ? null : new Date(Number(value));
  return typeof value === 'object' ? JSON.stringify(value) : value;
}
