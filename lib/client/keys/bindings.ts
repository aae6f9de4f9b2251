import * as z from 'zod/mini';
import { canMeet, KEY_ACTIONS, KEYS, type KeyAction } from './table.ts';

const STORAGE_KEY = 'awm.keys';
const MAX_KEYS = 4;

const storedSchema = z.object({
  off: z.boolean(),
  /** Keys in place of the defaults; none: this action has no key. */
  keys: z.record(z.string(), z.array(z.string().check(z.maxLength(40))).check(z.maxLength(MAX_KEYS))),
});

export interface Bindings {
  /** No key does anything. */
  readonly off: boolean;
  /** What a person changed. */
  readonly changed: Readonly<Partial<Record<KeyAction, readonly string[]>>>;
}

export const DEFAULT_BINDINGS: Bindings = { off: false, changed: {} };

export function keysOf(bindings: Bindings, action: KeyAction): readonly string[] {
  return bindings.changed[action] ?? KEYS[action].keys;
}

/** An action that already has these keys, or whose keys begin with them or they with its, where both can be waited for. */
export function conflictOf(bindings: Bindings, action: KeyAction, keys: string): KeyAction | null {
  const meets = (other: KeyAction): boolean =>
    other !== action &&
    canMeet(action, other) &&
    keysOf(bindings, other).some(
      (taken) => taken === keys || beginsWith(taken, keys) || beginsWith(keys, taken),
    );
  return KEY_ACTIONS.find(meets) ?? null;
}

function beginsWith(keys: string, start: string): boolean {
  return keys.startsWith(`${start} `);
}

/** The bindings with one action's keys replaced. */
export function rebind(bindings: Bindings, action: KeyAction, keys: readonly string[]): Bindings {
  return { ...bindings, changed: { ...bindings.changed, [action]: keys } };
}

/** The bindings with one action's defaults again. */
export function unbind(bindings: Bindings, action: KeyAction): Bindings {
  const changed = Object.entries(bindings.changed).filter(([other]) => other !== action);
  return { ...bindings, changed: Object.fromEntries(changed) };
}

/** What is stored, as far as it can be read: unknown actions fall away, and so does a key that another action has. */
export function parseBindings(text: string | null): Bindings {
  const stored = storedSchema.safeParse(readJson(text));
  if (!stored.success) return DEFAULT_BINDINGS;
  let bindings: Bindings = { off: stored.data.off, changed: {} };
  for (const action of KEY_ACTIONS) {
    const keys = stored.data.keys[action];
    if (keys !== undefined) bindings = rebind(bindings, action, keys);
  }
  for (const [action, keys] of Object.entries(bindings.changed) as [KeyAction, readonly string[]][]) {
    if (keys.some((key) => conflictOf(bindings, action, key) !== null)) bindings = unbind(bindings, action);
  }
  return bindings;
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

const listeners = new Set<() => void>();
let current: Bindings | null = null;

/** The bindings of this browser. */
export function readBindings(): Bindings {
  if (current === null) {
    try {
      current = parseBindings(localStorage.getItem(STORAGE_KEY));
    } catch {
      current = DEFAULT_BINDINGS;
    }
  }
  return current;
}

/** Where storage is refused they hold for this page only. */
export function writeBindings(bindings: Bindings): void {
  current = bindings;
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ off: bindings.off, keys: bindings.changed }));
  } catch {
    // Said above.
  }
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore, with `readBindings`. */
export function subscribeBindings(onChange: () => void): () => void {
  listeners.add(onChange);
  const followOtherTabs = (event: StorageEvent): void => {
    if (event.key !== STORAGE_KEY) return;
    current = null;
    onChange();
  };
  window.addEventListener('storage', followOtherTabs);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', followOtherTabs);
  };
}
