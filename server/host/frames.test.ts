import { describe, expect, it } from 'vitest';
import { encodeFrame, FrameDecoder, FrameError } from './frames.ts';

describe('frames', () => {
  it('survive any cut', () => {
    const frames = [
      { header: { op: 'a' }, body: Buffer.alloc(0) },
      { header: { op: 'b', n: 1 }, body: Buffer.alloc(5_000, 7) },
      { header: {}, body: Buffer.from('x') },
    ];
    const stream = Buffer.concat(frames.map(({ header, body }) => encodeFrame(header, body)));
    for (const step of [1, 3, 8, 1000, stream.length]) {
      const decoder = new FrameDecoder(1 << 20);
      const got = [];
      for (let at = 0; at < stream.length; at += step)
        got.push(...decoder.push(stream.subarray(at, at + step)));
      expect(got).toEqual(frames);
    }
  });

  it.each([
    ['longer than allowed', Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1])],
    ['a header longer than the frame', Buffer.from([0, 0, 0, 5, 0, 0, 0, 9, 1, 2, 3, 4, 5])],
    ['a header that is no object', Buffer.concat([Buffer.from([0, 0, 0, 6, 0, 0, 0, 2]), Buffer.from('[]')])],
    ['a header that is no JSON', Buffer.concat([Buffer.from([0, 0, 0, 6, 0, 0, 0, 2]), Buffer.from('{x')])],
  ])('refuses %s', (_, bytes) => {
    expect(() => new FrameDecoder(1 << 20).push(bytes)).toThrow(FrameError);
  });
});
