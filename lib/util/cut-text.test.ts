import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test('a text is cut at so many characters, never within one', () => {
  expect(cutText('short', 5)).toBe('short');
  expect(cutText('longer', 4)).toBe('long');
  expect(cutText('ab😀cd', 3)).toBe('ab');
  expect(cutText('ab😀cd', 4)).toBe('ab😀');
});
