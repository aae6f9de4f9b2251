import { describe, expect, it } from 'vitest';
import { createFrameFilter } from './frame-filter.ts';

const MASK = [0, 0, 0, 0];

function frame(opcode: number, payload: Buffer, fin = true): Buffer {
  const first = (fin ? 0x80 : 0) | opcode;
  const length = payload.length;
  const extended =
    length < 126
      ? Buffer.from([first, 0x80 | length])
      : length < 65536
        ? Buffer.from([first, 0x80 | 126, length >> 8, length & 0xff])
        : Buffer.concat([Buffer.from([first, 0x80 | 127]), bigEndian64(length)]);
  return Buffer.concat([extended, Buffer.from(MASK), payload]);
}

function bigEndian64(value: number): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt(value));
  return out;
}

/** Feeds the bytes in pieces of `size`. */
function run(bytes: Buffer, size: number, limit = 100): { out: Buffer; oversize: (number | undefined)[] } {
  const filter = createFrameFilter(limit);
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(...filter.push(bytes.subarray(at, at + size)));
  return { out: Buffer.concat(parts), oversize: [0, 1, 2, 3].map((index) => filter.takeOversize(index)) };
}

const EMPTY_TEXT = Buffer.from([0x81, 0x80, ...MASK]);

describe.each([1, 2, 7, 64, 100_000])('createFrameFilter, in pieces of %d bytes', (size) => {
  const small = frame(1, Buffer.from('hello'));
  const ping = frame(9, Buffer.from('p'));

  it('passes what is small enough, byte for byte', () => {
    const bytes = Buffer.concat([small, ping, frame(1, Buffer.alloc(100, 1)), frame(2, Buffer.alloc(0))]);
    expect(run(bytes, size)).toEqual({ out: bytes, oversize: [undefined, undefined, undefined, undefined] });
  });

  it('puts an empty frame in place of an oversized message and goes on', () => {
    const bytes = Buffer.concat([small, frame(1, Buffer.alloc(70_000, 1)), ping, small]);
    expect(run(bytes, size)).toEqual({
      out: Buffer.concat([small, EMPTY_TEXT, ping, small]),
      oversize: [undefined, 70_000, undefined, undefined],
    });
  });

  it('counts fragments together and passes control frames between them', () => {
    const bytes = Buffer.concat([
      frame(1, Buffer.alloc(60, 1), false),
      ping,
      frame(0, Buffer.alloc(60, 1), false),
      ping,
      frame(0, Buffer.alloc(200, 1), true),
      small,
    ]);
    const first = frame(1, Buffer.alloc(60, 1), false);
    const end = Buffer.from([0x80, 0x80, ...MASK]);
    expect(run(bytes, size)).toEqual({
      out: Buffer.concat([first, ping, end, ping, small]),
      oversize: [320, undefined, undefined, undefined],
    });
  });
});
