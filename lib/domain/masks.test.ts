import { describe, expect, it } from 'vitest';
import { KnownMasks } from './known-masks.ts';
import { maskNumber, maskText, readGiven } from './masks.ts';
import type { MaskContext } from './masks.ts';

const NOW = Date.parse('2026-11-29T17:45:28.052Z');

function context(over: Partial<MaskContext> & { args?: unknown } = {}): MaskContext {
  const { args, ...rest } = over;
  return {
    startMs: NOW,
    endMs: NOW + 12,
    zones: [0],
    given: readGiven(args === undefined ? null : JSON.stringify(args)),
    known: new KnownMasks(),
    existed: () => false,
    ...rest,
  };
}
const mask = (text: string, over?: Parameters<typeof context>[0], old?: string) =>
  maskText(text, context(over), old).text;

describe('maskText', () => {
  it.each([
    '2026-11-29 17:45:28.052997',
    '2026-11-29T17:45:28.060Z',
    '2026-11-29 17:45:28',
    '2026-11-29 17:45:28.000000',
    '2026-11-29T17:45:28+00:00',
    '2026-11-29T19:45:28+02:00',
    '2026-11-29T17:45',
    '20261129174528',
    '20261129_174528',
    '1795974328',
    '1795974328055',
    '17:45:28',
  ])('sees the call in %s', (text) => expect(mask(text)).toBe('<now>'));

  it.each([
    ['2026-12-06 17:45:28', '<now+7d>'],
    ['2026-11-26T17:45:28.055Z', '<now-3d>'],
    ['2026-11-29 20:45:28.055000', '<now+3h>'],
    ['2026-11-29 18:15:28.055000', '<now+30m>'],
    ['2026-11-29', '<today>'],
    ['2026-12-29', '<today+30d>'],
    ['2026-11-29T00:00:00', '<midnight>'],
    ['{"at": "2026-11-29T17:45:28Z", "n": 1}', '{"at": "<now>", "n": 1}'],
    ['ORD-20261129174528', 'ORD-<now>'],
    ['ORD-20261129-0007', 'ORD-<today>-0007'],
    ['CODE17959743281', 'CODE<now>1'],
    ['CODE17959743289999999', 'CODE<now>9999999'],
    ['TXN-3F9A2B1C', 'TXN-<random>'],
    ['ORD-12345678', 'ORD-<random>'],
    ['CONF_X7K2P9QZ', 'CONF_<random>'],
    ['Customer survey 301ca8d0', 'Customer survey <random>'],
    ['q1-2026-customer-301ca8d0', 'q1-2026-customer-<random>'],
  ])('reads %s as %s', (text, expected) => expect(mask(text)).toBe(expected));

  it.each([
    '2026-11-29 17:45:26',
    '2026-11-29 17:45:29.500000',
    '2026-11-28',
    '2025-03-01 10:00:00',
    '2027-06-15',
    '17:45:30',
    '1700000000',
    'order 12 of 2026',
    'a plain sentence with-dashes and CAPITALS',
    'ORDER-CREATED',
    'SKU-12',
    '+1-555-0100',
    'deadbeef',
  ])('keeps %s', (text) => expect(mask(text)).toBe(text));

  it.each([
    'f81d4fae-7dec-41d0-a765-00a0c91e6bf6',
    'f81d4fae7dec41d0a76500a0c91e6bf6',
    'ACEF8FB177',
    '4969027179',
    'AbCdEfGhIjKlMnOpQrStUvWxYz0123456789-_abcde',
  ])('takes %s for generated', (text) => {
    expect(mask(text)).toBe('<random>');
    expect(mask(text, { existed: (part) => part === text })).toBe(text);
    expect(mask(text, { args: { value: text } })).toBe(text);
    const known = new KnownMasks();
    known.remember({ text, mask: '<random>' }, [0]);
    expect(mask(text, { args: { value: text }, known })).toBe('<random>');
  });

  it('keeps what the client sent, however it is spelled', () => {
    expect(mask('2026-11-29 17:45:28.000000', { args: { at: '2026-11-29T17:45:28Z' } })).toBe(
      '2026-11-29 17:45:28.000000',
    );
    expect(mask('2026-11-29', { args: { due: '2026-11-29' } })).toBe('2026-11-29');
    expect(mask('2026-11-29 00:00:00.000000', { args: { due: '2026-11-29' } })).toBe(
      '2026-11-29 00:00:00.000000',
    );
    expect(mask('2026-12-01', { args: { due: '2026-12-04' } })).toBe('2026-12-01');
  });

  it('reads seconds before a number that the client sent, whatever the fraction of the second', () => {
    for (const number of ['999999', '052', '052000'])
      for (const fraction of [0, 52, 500, 999])
        expect(
          mask(`CODE1795974328${number}`, {
            startMs: 1_795_974_328_000 + fraction,
            endMs: 1_795_974_328_990 + fraction,
            args: { lobby_id: number },
          }),
        ).toBe(`CODE<now>${number}`);
    expect(mask('CODE1795974328052997', { args: { lobby_id: 7 } })).toBe('CODE<now>');
  });

  it('takes a date that follows from the one before for business', () => {
    expect(mask('2026-12-20', {}, '2026-11-29')).toBe('2026-12-20');
  });

  it('reads naive times in the machine’s zone too', () => {
    const zones = [0, 3_600_000];
    expect(mask('2026-11-29 18:45:28', { zones })).toBe('<now>');
    expect(mask('2026-11-29 17:45:28', { zones })).toBe('<now>');
  });

  it('masks the same app’s values the same at any time', () => {
    for (let i = 0; i < 3000; i++) {
      const startMs = Date.UTC(2024, 0, 1) + Math.floor(Math.random() * 1e11);
      const at = startMs + Math.random() * 10;
      const iso = new Date(at).toISOString();
      // In that second 'in 14 days' and 'the day in 14 days' are one text.
      if (iso.slice(11, 19) === '00:00:00') continue;
      const later = new Date(Math.floor(at) + 14 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
      const text = `${iso.slice(0, 19).replace('T', ' ')}.${iso.slice(20, 23)}417|${later}|2025-03-01 10:00:00|${iso.slice(0, 10)}`;
      const existed = (part: string) => part === '2025-03-01 10:00:00';
      expect(mask(text, { startMs, endMs: startMs + 10, existed })).toBe(
        '<now>|<now+14d>|2025-03-01 10:00:00|<today>',
      );
    }
  });
});

describe('what an earlier call wrote', () => {
  const later = { startMs: NOW + 90_000, endMs: NOW + 90_010 };

  function after(written: string | number, zones: readonly number[] = [0]) {
    const known = new KnownMasks();
    const then = context({ zones });
    const parts = typeof written === 'string' ? maskText(written, then).parts : [maskNumber(written, then)];
    for (const part of parts) if (part !== undefined) known.remember(part, zones);
    return { ...later, known, zones };
  }

  it.each([
    ['2026-11-29 17:45:28.052997', '2026-11-29T17:45:28.052997'],
    ['2026-11-29 17:45:28.052997', '2026-11-29T17:45:28.052Z'],
    ['2026-11-29 17:45:28.052997', '2026-11-29T17:45:28+00:00'],
    ['2026-11-29 17:45:28.052997', '1795974328'],
    ['2026-11-29 17:45:28', '2026-11-29T17:45'],
    ['2026-11-29T17:45:28Z', '2026-11-29 18:45:28+01:00'],
    ['17:45:28', '17:45:28'],
    [1_795_974_328, '2026-11-29T17:45:28Z'],
    [1_795_974_328_055, '2026-11-29 17:45:28.055000'],
  ])('as %s is known again as %s', (written, told) => {
    expect(mask(told, later)).toBe(told);
    expect(mask(told, after(written))).toBe('<now>');
  });

  it('keeps its distance, its zone and its precision', () => {
    expect(mask('2026-12-06T17:45:28', after('2026-12-06 17:45:28'))).toBe('<now+7d>');
    const zones = [0, 3_600_000];
    expect(mask('2026-11-29T17:45:28Z', after('2026-11-29 18:45:28', zones))).toBe('<now>');
    expect(mask('2026-11-29 18:45:28', after('2026-11-29T17:45:28Z', zones))).toBe('<now>');
    for (const [written, told] of [
      ['2026-11-29 17:45:28', '2026-11-29 17:45:29'],
      ['2026-11-29 17:45:28.052', '2026-11-29 17:45:28.053'],
      ['2026-11-29 17:45:28', '2026-11-29 17:45:28.500'],
    ] as const)
      expect(mask(told, after(written))).toBe(told);
  });

  it('is told again by numbers', () => {
    for (const value of [1_795_974_328, 1_795_974_328_052, 1_795_974_328.052]) {
      expect(maskNumber(value, context(later))).toBeUndefined();
      expect(maskNumber(value, context(after('2026-11-29 17:45:28.052')))?.mask).toBe('<now>');
    }
  });

  it('gives way to what the client sent', () => {
    const over = { ...after('2026-11-29 17:45:28'), args: { at: '2026-11-29T17:45:28' } };
    expect(mask('2026-11-29T17:45:28', over)).toBe('2026-11-29T17:45:28');
    expect(mask('2026-11-29T17:45:28Z', over)).toBe('2026-11-29T17:45:28Z');
  });
});

describe('maskNumber', () => {
  it('reads epochs in seconds, milliseconds, microseconds', () => {
    const at = NOW + 3;
    for (const value of [Math.floor(at / 1000), at, at * 1000, at / 1000])
      expect(maskNumber(value, context())?.mask).toBe('<now>');
    expect(maskNumber(Math.floor(at / 1000) + 86_400, context())?.mask).toBe('<now+1d>');
  });

  it('keeps other numbers and what the client sent', () => {
    for (const value of [0, 42, 1_700_000_000, 5e15]) expect(maskNumber(value, context())).toBeUndefined();
    expect(maskNumber(1_795_974_328, context({ args: { at: 1_795_974_328 } }))).toBeUndefined();
  });
});
