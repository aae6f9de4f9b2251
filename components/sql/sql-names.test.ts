import { describe, expect, it } from 'vitest';
import { quoteName } from './sql-names.ts';

describe('quoteName', () => {
  it('leaves plain names bare', () => expect(quoteName('staking_pools')).toBe('staking_pools'));
  it('quotes reserved words', () => expect(quoteName('order')).toBe('"order"'));
  it('doubles quotes', () => expect(quoteName('a "b" c')).toBe('"a ""b"" c"'));
});
