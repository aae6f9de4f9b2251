import { expect, it } from 'vitest';
import { beginning } from './beginning.ts';

it('keeps a text up to the limit, and cuts a longer one between letters', () => {
  expect(beginning('four', 4)).toBe('four');
  expect(beginning('five!', 4)).toBe('five…');
  expect(beginning('abc😀', 5)).toBe('abc😀');
  expect(beginning('abc😀d', 4)).toBe('abc…');
  expect(beginning('', 0)).toBe('');
});
