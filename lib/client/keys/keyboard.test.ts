// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_BINDINGS, rebind, type Bindings } from './bindings.ts';
import { createKeyboard } from './keyboard.ts';
import { strokeOf } from './stroke.ts';

let bindings: Bindings = DEFAULT_BINDINGS;
const mac = { isMac: false };
const keyboard = createKeyboard({ isMac: () => mac.isMac, bindings: () => bindings });
window.addEventListener('keydown', keyboard.handle);

interface Press extends KeyboardEventInit {
  readonly on?: string;
}

/** Presses a key with the focus on an element of this HTML. Says whether the page took it. */
function press(key: string, { on = '<p></p>', ...init }: Press = {}): boolean {
  document.body.innerHTML = on;
  const target = document.body.querySelector('[data-here]') ?? document.body.firstElementChild;
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  target?.dispatchEvent(event);
  return event.defaultPrevented;
}

const handlers = {
  next: vi.fn(),
  first: vi.fn(),
  palette: vi.fn(),
  state: vi.fn(),
  verify: vi.fn(),
  last: vi.fn(),
  peek: vi.fn(),
  pane: vi.fn(),
};
keyboard.add('step.next', handlers.next);
keyboard.add('step.first', handlers.first);
keyboard.add('step.last', handlers.last);
keyboard.add('step.peek', handlers.peek);
keyboard.add('palette', handlers.palette);
keyboard.add('field.state', handlers.state);
keyboard.add('tab.verify', handlers.verify);
keyboard.add('pane.next', handlers.pane);

beforeEach(() => {
  bindings = DEFAULT_BINDINGS;
  mac.isMac = false;
  vi.clearAllMocks();
  press('Escape');
});

describe('keyboard', () => {
  it('runs the handler of a key, and the newest of several', () => {
    expect(press('j')).toBe(true);
    expect(handlers.next).toHaveBeenCalledTimes(1);
    const inner = vi.fn();
    const remove = keyboard.add('step.next', inner);
    press('j');
    remove();
    press('j');
    expect(inner).toHaveBeenCalledTimes(1);
    expect(handlers.next).toHaveBeenCalledTimes(2);
  });

  it('takes sequences, and forgets a beginning that does not go on', () => {
    press('g');
    press('g');
    expect(handlers.first).toHaveBeenCalledTimes(1);
    press('g');
    press('j');
    expect(handlers.next).toHaveBeenCalledTimes(1);
    press('g');
    expect(handlers.first).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['<input>', 'a text field'],
    ['<textarea></textarea>', 'a text area'],
    ['<select></select>', 'a choice'],
    ['<div contenteditable="true"><b data-here></b></div>', 'editable text'],
    ['<div class="monaco-editor"><div data-here></div></div>', 'an editor'],
    ['<div role="dialog"><button data-here></button></div>', 'a dialog'],
    ['<div role="menu"><div data-here role="menuitem"></div></div>', 'a menu'],
    ['<p data-here></p><div role="dialog" data-modal></div>', 'a page under a dialog'],
  ])('stands down in %s, %s', (on) => {
    expect(press('j', { on })).toBe(false);
    expect(handlers.next).not.toHaveBeenCalled();
  });

  it('hears strokes that type nothing while typing, but not in a dialog', () => {
    press('k', { on: '<input>', ctrlKey: true });
    press('ArrowRight', { on: '<input>', altKey: true });
    press('F6', { on: '<textarea></textarea>' });
    press(']', { on: '<input>' });
    press('k', { on: '<div role="dialog"><input data-here></div>', ctrlKey: true });
    expect(handlers.palette).toHaveBeenCalledTimes(1);
    expect(handlers.pane).toHaveBeenCalledTimes(1);
    // The arrow is the field's own without Alt, and the action's with it.
    expect(handlers.state).toHaveBeenCalledTimes(1);
  });

  it('leaves keys to the control that uses them, and to handlers that took them', () => {
    press(' ', { on: '<button></button>' });
    press('ArrowRight', { on: '<div role="tablist"><button role="tab" data-here></button></div>' });
    const take = (event: Event): void => event.preventDefault();
    document.body.addEventListener('keydown', take);
    press('j');
    document.body.removeEventListener('keydown', take);
    expect(handlers.peek).not.toHaveBeenCalled();
    expect(handlers.next).not.toHaveBeenCalled();
    press('j', { on: '<button></button>' });
    press(' ');
    expect(handlers.next).toHaveBeenCalledTimes(1);
    expect(handlers.peek).toHaveBeenCalledTimes(1);
  });

  it('stands down during composition and with other modifiers', () => {
    press('j', { isComposing: true });
    press('Process', { code: 'KeyJ' });
    press('j', { ctrlKey: true });
    press('j', { metaKey: true });
    press('j', { altKey: true, code: 'KeyJ' });
    expect(handlers.next).not.toHaveBeenCalled();
  });

  it('repeats only what may repeat, and keeps the key from the browser all the same', () => {
    expect(press('j', { repeat: true })).toBe(true);
    expect(press('v', { repeat: true })).toBe(true);
    expect(handlers.next).toHaveBeenCalledTimes(1);
    expect(handlers.verify).not.toHaveBeenCalled();
  });

  it('follows what a person changed, or turned off', () => {
    bindings = rebind(DEFAULT_BINDINGS, 'step.next', ['n']);
    press('j');
    expect(handlers.next).not.toHaveBeenCalled();
    press('n');
    expect(handlers.next).toHaveBeenCalledTimes(1);
    bindings = { ...DEFAULT_BINDINGS, off: true };
    expect(press('j')).toBe(false);
    expect(handlers.next).toHaveBeenCalledTimes(1);
  });

  it('knows the command key of the system', () => {
    mac.isMac = true;
    press('k', { ctrlKey: true });
    expect(handlers.palette).not.toHaveBeenCalled();
    press('k', { metaKey: true });
    expect(handlers.palette).toHaveBeenCalledTimes(1);
  });
});

describe('strokeOf', () => {
  const stroke = (init: KeyboardEventInit): string | null =>
    strokeOf(new KeyboardEvent('keydown', init), false);

  it('tells capitals by Shift, not by the lock', () => {
    expect(stroke({ key: 'G', shiftKey: true })).toBe('G');
    expect(stroke({ key: 'G', shiftKey: false })).toBe('g');
  });

  it('takes characters as they are typed, with Shift or AltGr', () => {
    expect(stroke({ key: '/', shiftKey: true, code: 'Digit7' })).toBe('/');
    expect(stroke({ key: '[', ctrlKey: true, altKey: true, modifierAltGraph: true })).toBe('[');
  });

  it('goes by the place where a layout has no Latin letters', () => {
    expect(stroke({ key: 'о', code: 'KeyJ' })).toBe('j');
    expect(stroke({ key: 'П', code: 'KeyG', shiftKey: true })).toBe('G');
  });

  it('is none for modifiers alone', () => {
    expect(stroke({ key: 'Shift', shiftKey: true })).toBeNull();
  });
});
