import { describe, expect, it } from 'vitest';
import { en } from '../messages/en.ts';
import { conflictOf, DEFAULT_BINDINGS } from './bindings.ts';
import { KEY_ACTIONS, KEYS } from './table.ts';

/** Characters that need Shift or AltGr on one of the layouts US, German, French, Spanish, Nordic. */
const HARD = new Set('~!@#$%^&*()_+{}|:"<>?/[]\\=`\'^;.0123456789');
/** What labelling will have for itself; it meets the global keys. */
const LABELLING = '1 2 3 4 5 6 7 8 9 a d f e t c r x s b q j k J K'.split(' ');

const easy = (keys: string): boolean =>
  keys.split(' ').every((stroke) => !HARD.has(stroke.at(-1) ?? '') || /F\d+$/.test(stroke));

describe('the key table', () => {
  it('gives no key to two actions that can wait for it together', () => {
    const collisions = KEY_ACTIONS.flatMap((action) =>
      KEYS[action].keys.map((keys) => [action, keys, conflictOf(DEFAULT_BINDINGS, action, keys)] as const),
    ).filter(([, , other]) => other !== null);
    expect(collisions).toEqual([]);
  });

  it('finds collisions, whole and by beginning', () => {
    expect(conflictOf(DEFAULT_BINDINGS, 'step.next', 'k')).toBe('step.previous');
    expect(conflictOf(DEFAULT_BINDINGS, 'step.next', 'g')).toBe('step.first');
    expect(conflictOf(DEFAULT_BINDINGS, 'step.next', 'v x')).toBe('tab.verify');
    expect(conflictOf(DEFAULT_BINDINGS, 'list.next', 'r')).toBeNull();
  });

  it('has a key without Shift on every common layout, or a capital that says its Shift', () => {
    const hard = KEY_ACTIONS.filter((action) => !KEYS[action].keys.some(easy));
    expect(hard).toEqual([]);
  });

  it('leaves the keys of labelling to labelling', () => {
    const taken = KEY_ACTIONS.filter(
      (action) =>
        KEYS[action].scope === 'global' && KEYS[action].keys.some((keys) => LABELLING.includes(keys)),
    );
    expect(taken).toEqual([]);
  });

  it('names every action', () => {
    const names = KEY_ACTIONS.map((action) => KEYS[action].label.replace('keys.', ''));
    expect(names.filter((name) => !(name in en.keys))).toEqual([]);
  });
});
