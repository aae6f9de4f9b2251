import type { Cell } from '../../../lib/domain/rows.ts';
import { UnreadableState } from './sqlite-file.ts';
import type { Payload, SqliteFile } from './sqlite-file.ts';

/** Where one value of a record lies: its serial type and the offset of its bytes. */
interface Field {
  readonly type: number;
  readonly at: number;
}

/** The fields of a record, up to `limit` of them. */
export function fieldsOf({ bytes, start, end }: Payload, limit = Number.POSITIVE_INFINITY): Field[] {
  const fields: Field[] = [];
  const [headerLength, first] = varint(bytes, start, end);
  const headerEnd = start + headerLength;
  if (headerEnd > end) throw new UnreadableState('A row’s header is longer than the row');
  let at = first;
  let body = headerEnd;
  while (at < headerEnd && fields.length < limit) {
    let type: number;
    [type, at] = varint(bytes, at, headerEnd);
    fields.push({ type, at: body });
    body += sizeOf(type);
    if (body > end) throw new UnreadableState('A value is longer than its row');
  }
  return fields;
}

/** Whether two records hold the same values, told by their bytes; null where only their values can tell. */
export function sameBytes(a: Payload, b: Payload): boolean | null {
  if (a.end - a.start === b.end - b.start && a.bytes.compare(b.bytes, b.start, b.end, a.start, a.end) === 0)
    return true;
  const [aHeader] = varint(a.bytes, a.start, a.end);
  const [bHeader] = varint(b.bytes, b.start, b.end);
  const [aBody, bBody] = [a.start + aHeader, b.start + bHeader];
  if (aHeader !== bHeader || aBody > a.end || bBody > b.end) return null;
  return a.bytes.compare(b.bytes, b.start, bBody, a.start, aBody) === 0 ? false : null;
}

/** `real`: the column's affinity is REAL, of which SQLite stores whole numbers as integers. */
export function cellOf(file: SqliteFile, { bytes }: Payload, { type, at }: Field, real: boolean): Cell {
  switch (type) {
    case 0:
      return null;
    case 1:
      return integer(BigInt(bytes.readInt8(at)), real);
    case 2:
      return integer(BigInt(bytes.readInt16BE(at)), real);
    case 3:
      return integer(BigInt(bytes.readIntBE(at, 3)), real);
    case 4:
      return integer(BigInt(bytes.readInt32BE(at)), real);
    case 5:
      return integer(BigInt(bytes.readIntBE(at, 6)), real);
    case 6:
      return integer(bytes.readBigInt64BE(at), real);
    case 7:
      return real_(bytes.readDoubleBE(at));
    case 8:
      return integer(0n, real);
    case 9:
      return integer(1n, real);
    default: {
      const size = sizeOf(type);
      if (type % 2 === 0) return { hex: bytes.toString('hex', at, at + size) };
      return textOf(file, bytes, at, at + size);
    }
  }
}

/** Text as SQLite gives it; bytes that are no text become U+FFFD. */
function textOf(file: SqliteFile, bytes: Buffer, start: number, end: number): string {
  if (file.encoding === 'utf8') return bytes.toString('utf8', start, end);
  const even = end - ((end - start) % 2);
  if (file.encoding === 'utf16le') return bytes.toString('utf16le', start, even).toWellFormed();
  return Buffer.from(bytes.subarray(start, even)).swap16().toString('utf16le').toWellFormed();
}

function integer(value: bigint, real: boolean): Cell {
  return real ? Number(value) : value;
}

/** SQLite reads NaN as NULL. */
function real_(value: number): Cell {
  return Number.isNaN(value) ? null : value;
}

function sizeOf(type: number): number {
  if (type >= 12) return Math.floor((type - 12) / 2);
  if (type <= 4) return type;
  if (type === 5) return 6;
  if (type === 6 || type === 7) return 8;
  if (type <= 9) return 0;
  throw new UnreadableState(`A value has the type ${String(type)}, which does not exist`);
}

function varint(bytes: Buffer, at: number, end: number): [value: number, next: number] {
  let value = 0;
  for (let i = 0; i < 8; i++) {
    const byte = bytes[at + i];
    if (byte === undefined || at + i >= end) break;
    value = value * 128 + (byte & 127);
    if (byte < 128) return [value, at + i + 1];
  }
  throw new UnreadableState('A row’s header is damaged');
}
