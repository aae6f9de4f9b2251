import { readSync } from 'node:fs';

/** A row of a file. `bytes` is valid until the next one is asked for. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Byte position of the row in the file. */
  readonly offset: number;
  /** Bytes without the line break. */
  readonly length: number;
  /** Undefined where the row is longer than the limit. */
  readonly bytes: Buffer | undefined;
}

const CHUNK = 2 * 1024 * 1024;
const NEWLINE = 10;

/**
 * The lines of an open file, read in 2 MiB chunks (newline search runs at memory speed).
 * Rows longer than `maxRowBytes` are passed over without being held. Synchronous: it runs in a worker, or over small files.
 */
export function* readLines(fd: number, maxRowBytes: number, chunkBytes: number = CHUNK): Generator<Line> {
  let buffer = Buffer.allocUnsafe(chunkBytes);
  /** Bytes of `buffer` that hold the start of an unfinished row. */
  let held = 0;
  /** File position of buffer[0]. */
  let base = 0;
  let number = 1;
  /** Start of a row that is already known to be too long. */
  let longStart: number | undefined;
  for (;;) {
    if (held === buffer.length) {
      if (held > maxRowBytes) {
        longStart ??= base;
        base += held;
        held = 0;
      } else {
        const larger = Buffer.allocUnsafe(buffer.length * 2);
        buffer.copy(larger, 0, 0, held);
        buffer = larger;
      }
    }
    const read = readSync(fd, buffer, held, buffer.length - held, base + held);
    if (read === 0) break;
    const end = held + read;
    let start = 0;
    for (let at = buffer.indexOf(NEWLINE, held); at !== -1 && at < end; at = buffer.indexOf(NEWLINE, start)) {
      const offset = longStart ?? base + start;
      const length = base + at - offset;
      const fits = longStart === undefined && length <= maxRowBytes;
      longStart = undefined;
      yield { number, offset, length, bytes: fits ? buffer.subarray(start, at) : undefined };
      number += 1;
      start = at + 1;
      if (start >= end) break;
    }
    buffer.copyWithin(0, start, end);
    held = end - start;
    base += start;
  }
  if (held > 0 || longStart !== undefined) {
    const offset = longStart ?? base;
    const length = base + held - offset;
    const fits = longStart === undefined && length <= maxRowBytes;
    yield { number, offset, length, bytes: fits ? buffer.subarray(0, held) : undefined };
  }
}
