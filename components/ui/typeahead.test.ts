import { describe, expect, it } from 'vitest';
import { findTyped, isTypeahead, NOTHING_TYPED, typeLetter } from './typeahead.ts';

const press = { key: 'a', ctrlKey: false, metaKey: false, altKey: false };

describe('typeahead', () => {
  it('goes round among equal first letters', () => {
    const labels = ['apple', 'pear', 'apricot'];
    expect(findTyped(labels, 0, 'a')).toBe(2);
    expect(findTyped(labels, 2, 'a')).toBe(0);
    expect(findTyped(labels, 1, 'x')).toBeNull();
  });

  it('stays while the word still fits', () => {
    expect(findTyped(['apple', 'apricot'], 1, 'ap')).toBe(1);
    expect(findTyped(['apple', 'apricot'], 1, 'app')).toBe(0);
  });

  it('forgets a word after a pause', () => {
    const first = typeLetter(NOTHING_TYPED, 'A', 1_000);
    expect(typeLetter(first, 'p', 1_500).text).toBe('ap');
    expect(typeLetter(first, 'p', 1_800).text).toBe('p');
  });

  it('leaves shortcuts and a lone space alone', () => {
    expect(isTypeahead(press, NOTHING_TYPED, 5_000)).toBe(true);
    expect(isTypeahead({ ...press, ctrlKey: true }, NOTHING_TYPED, 5_000)).toBe(false);
    expect(isTypeahead({ ...press, key: ' ' }, NOTHING_TYPED, 5_000)).toBe(false);
    expect(isTypeahead({ ...press, key: ' ' }, { text: 'sol', atMs: 4_900 }, 5_000)).toBe(true);
    expect(isTypeahead({ ...press, key: 'Tab' }, NOTHING_TYPED, 5_000)).toBe(false);
  });
});
