import { describe, expect, it } from 'vitest';
import type { TableColumn } from '../../lib/contracts/evidence.ts';
import { cellKind, cellText, deltaText, isCut, needsQuotes, toCsv } from './cell-text.ts';

const real = { type: 'REAL' } as TableColumn;

describe('cells', () => {
  it('tells NULL, the empty text, integers, reals and blobs apart', () => {
    expect(
      [null, '', 12, { r: '12.0' }, { i: '9223372036854775807' }, { x: '00ff', bytes: 2 }].map(cellKind),
    ).toEqual(['null', 'text', 'integer', 'real', 'integer', 'blob']);
    expect(cellText({ r: '12.0' })).toBe('12.0');
    expect(cellText({ x: '00ff', bytes: 2 })).toBe("x'00ff'");
    expect(isCut({ x: '00ff', bytes: 2 })).toBe(false);
    expect(isCut({ x: '00ff', bytes: 9 })).toBe(true);
    expect(isCut({ t: 'ab', length: 5000 })).toBe(true);
  });

  it('quotes a text that looks like a number where numbers are expected', () => {
    expect(needsQuotes('12.0', real)).toBe(true);
    expect(needsQuotes('12.0', { ...real, type: 'TEXT' })).toBe(false);
    expect(needsQuotes('NULL', undefined)).toBe(true);
    expect(needsQuotes(' a', undefined)).toBe(true);
  });

  it('subtracts without inventing digits', () => {
    expect(deltaText({ r: '50.0' }, { r: '38.0' })).toBe('-12.0');
    expect(deltaText({ r: '0.1' }, { r: '0.3' })).toBe('+0.2');
    expect(deltaText({ i: '9223372036854775806' }, { i: '9223372036854775807' })).toBe('+1');
    expect(deltaText(1, { r: '1.5' })).toBe('+0.5');
    expect(deltaText({ r: '1e+16' }, { r: '2.0' })).toBeNull();
    expect(deltaText('1', 2)).toBeNull();
    expect(deltaText(1, 0)).toBeNull();
  });

  it('writes CSV that keeps NULL and the empty text apart', () => {
    expect(
      toCsv(
        ['a', 'b,c'],
        [
          [null, ''],
          ['x"y', { r: '1.0' }],
        ],
      ),
    ).toBe('a,"b,c"\r\n,""\r\n"x""y",1.0\r\n');
  });
});
