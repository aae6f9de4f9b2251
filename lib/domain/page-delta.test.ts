import { describe, expect, it } from 'vitest';
import { applyPageDelta, encodePageDelta, PageDeltaError, pageSizeOf } from './page-delta.ts';

const bytes = (...values: number[]) => Uint8Array.from(values);

describe('page deltas', () => {
  it.each([
    ['grown, with a short last page', bytes(1, 1, 2, 2), bytes(1, 1, 3, 3, 4), [1, 2]],
    ['shrunk', bytes(1, 1, 2, 2, 3, 3), bytes(1, 1, 9), [1]],
    ['emptied', bytes(1, 2, 3), bytes(), []],
    ['filled', bytes(), bytes(5), [0]],
    ['the same', bytes(1, 2), bytes(1, 2), []],
  ])('rebuild a file that is %s', (_, base, next, pages) => {
    expect(applyPageDelta(base, encodePageDelta(next, 2, pages))).toEqual(next);
  });

  it('refuse what is not a delta', () => {
    const good = encodePageDelta(bytes(1, 2, 3, 4), 2, [1]);
    const wrongVersion = good.slice();
    wrongVersion[0] = 9;
    for (const bad of [
      bytes(),
      good.subarray(0, 10),
      good.subarray(0, good.length - 1),
      bytes(...good, 0),
      wrongVersion,
    ]) {
      expect(() => applyPageDelta(bytes(1, 2, 3, 4), bad)).toThrow(PageDeltaError);
    }
  });

  it('read the page size of a SQLite header', () => {
    const header = (high: number, low: number) =>
      Uint8Array.from({ length: 20 }, (_, i) => (i === 16 ? high : i === 17 ? low : 0));
    expect(pageSizeOf(header(0x10, 0))).toBe(4096);
    expect(pageSizeOf(header(0, 1))).toBe(65536);
    expect(pageSizeOf(header(2, 0))).toBe(512);
    expect(pageSizeOf(header(3, 7))).toBe(4096);
    expect(pageSizeOf(bytes())).toBe(4096);
  });
});
