import { keysOf, type Bindings } from './bindings.ts';
import { isClosed, isTyping, ownsStroke } from './standing-down.ts';
import { strokeOf } from './stroke.ts';
import { specOf, type KeyAction } from './table.ts';

/** A sequence is given up when its next stroke does not come. */
const SEQUENCE_MS = 1_000;

export interface KeyboardOptions {
  readonly isMac: () => boolean;
  readonly bindings: () => Bindings;
}

/** Which actions wait for keys now, and what a key does. */
export interface Keyboard {
  /** The newest handler of an action gets its key. Returns its removal. */
  readonly add: (action: KeyAction, handler: () => void) => () => void;
  readonly handle: (event: KeyboardEvent) => void;
  /** For useSyncExternalStore: the actions that wait now, in the order of the table's use. */
  readonly subscribe: (onChange: () => void) => () => void;
  readonly waiting: () => readonly KeyAction[];
}

interface Entry {
  readonly action: KeyAction;
  readonly handler: () => void;
}

export function createKeyboard({ isMac, bindings }: KeyboardOptions): Keyboard {
  let entries: readonly Entry[] = [];
  let waiting: readonly KeyAction[] = [];
  let begun = '';
  let begunAt = 0;
  const listeners = new Set<() => void>();

  function replace(next: readonly Entry[]): void {
    entries = next;
    waiting = [...new Set(entries.map(({ action }) => action))];
    for (const listener of listeners) listener();
  }

  /** The handler whose keys are `typed`; `more` where some go on from there. */
  function find(typed: string, event: KeyboardEvent): Entry | 'more' | null {
    let more = false;
    for (const entry of entries.toReversed()) {
      const spec = specOf(entry.action);
      if (isTyping(event.target) && !(spec.whileTyping === true && typesNothing(typed))) continue;
      for (const keys of keysOf(bindings(), entry.action)) {
        if (keys === typed) return entry;
        more ||= keys.startsWith(`${typed} `);
      }
    }
    return more ? 'more' : null;
  }

  function handle(event: KeyboardEvent): void {
    if (event.defaultPrevented || isComposing(event) || bindings().off) return;
    const stroke = strokeOf(event, isMac());
    if (stroke === null || isClosed(event.target) || ownsStroke(event.target, stroke)) return;
    const prefix = event.timeStamp - begunAt <= SEQUENCE_MS ? begun : '';
    begun = '';
    const typed = prefix === '' ? stroke : `${prefix} ${stroke}`;
    const found = find(typed, event) ?? (prefix === '' ? null : find(stroke, event));
    if (found === null) return;
    if (found === 'more') {
      if (event.repeat) return;
      begun = prefix === '' || find(typed, event) === 'more' ? typed : stroke;
      begunAt = event.timeStamp;
      return;
    }
    event.preventDefault();
    if (event.repeat && specOf(found.action).repeats !== true) return;
    found.handler();
  }

  return {
    add(action, handler) {
      const entry = { action, handler };
      replace([...entries, entry]);
      return () => replace(entries.filter((other) => other !== entry));
    },
    handle,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    waiting: () => waiting,
  };
}

/** An input method has the key. */
function isComposing(event: KeyboardEvent): boolean {
  // Safari says it by this number alone for the key that ends a composition.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  return event.isComposing || event.key === 'Process' || event.keyCode === 229;
}

/** A stroke with a modifier, or of a named key. */
function typesNothing(typed: string): boolean {
  return typed.length > 1 && typed !== 'Space' && !typed.includes(' ');
}
