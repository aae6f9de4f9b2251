import { describe, expect, it } from 'vitest';
import { DEFAULT_BINDINGS, keysOf, parseBindings, rebind, unbind } from './bindings.ts';
import { ariaKeys, showKeys } from './stroke.ts';

describe('bindings', () => {
  it('are the defaults where nothing readable is stored', () => {
    for (const text of [null, '', '{', '[]', '{"off":"yes"}', '{"off":false,"keys":{"help":"x"}}']) {
      expect(parseBindings(text)).toEqual(DEFAULT_BINDINGS);
    }
  });

  it('are read back, without actions that there are not and keys that are taken', () => {
    const read = parseBindings(
      JSON.stringify({ off: true, keys: { 'step.next': ['n'], gone: ['y'], 'tab.verify': ['r'], help: [] } }),
    );
    expect(read).toEqual({ off: true, changed: { 'step.next': ['n'], help: [] } });
    expect(keysOf(read, 'help')).toEqual([]);
    expect(keysOf(read, 'tab.verify')).toEqual(['v']);
  });

  it('lets two actions change places', () => {
    const read = parseBindings(
      JSON.stringify({ off: false, keys: { 'step.next': ['k'], 'step.previous': ['j'] } }),
    );
    expect(keysOf(read, 'step.next')).toEqual(['k']);
    expect(keysOf(read, 'step.previous')).toEqual(['j']);
  });

  it('go back to the default', () => {
    expect(unbind(rebind(DEFAULT_BINDINGS, 'help', ['h']), 'help')).toEqual(DEFAULT_BINDINGS);
  });
});

describe('names of keys', () => {
  it('fit the system', () => {
    expect(showKeys('mod+k', true)).toBe('⌘K');
    expect(showKeys('mod+k', false)).toBe('Ctrl+K');
    expect(showKeys('mod+Enter', true)).toBe('⌘↵');
    expect(showKeys('alt+ArrowRight', true)).toBe('⌥→');
    expect(showKeys('V', false)).toBe('⇧V');
    expect(showKeys('g g', false)).toBe('g g');
    expect(showKeys('Escape', false)).toBe('Esc');
    expect(ariaKeys('mod+k', false)).toBe('Control+k');
    expect(ariaKeys('V', false)).toBe('Shift+V');
    expect(ariaKeys('g g', false)).toBeNull();
  });
});
