import { describe, expect, it } from 'vitest';
import { toSafeCsv } from './sql-csv.ts';

describe('toSafeCsv', () => {
  it('quotes what must be, keeps NULL and the empty text apart', () => {
    const { text, guarded } = toSafeCsv(
      ['id', 'a,b'],
      [
        [1, 'x "y"\nz'],
        [null, ''],
      ],
    );
    expect(text).toBe('id,"a,b"\r\n1,"x ""y""\nz"\r\n,""\r\n');
    expect(guarded).toBe(0);
  });

  it('disarms texts that a spreadsheet would run, and counts them', () => {
    const { text, guarded } = toSafeCsv(
      ['=a'],
      [['=1+1'], ['@x'], ['-2+3'], ['\tx'], [' =1'], [{ t: '=long', length: 9_000 }]],
    );
    expect(text.split('\r\n')).toEqual(["'=a", "'=1+1", "'@x", "'-2+3", "'\tx", "' =1", "'=long", '']);
    expect(guarded).toBe(7);
  });

  it('leaves numbers below zero as numbers', () => {
    expect(toSafeCsv(['n'], [[-3], [{ r: '-1.5' }], [{ i: '-9007199254740993' }]])).toEqual({
      text: 'n\r\n-3\r\n-1.5\r\n-9007199254740993\r\n',
      guarded: 0,
    });
  });
});
