import { useEffectEvent, useLayoutEffect, useSyncExternalStore } from 'react';
import { isMac } from '../platform.ts';
import { DEFAULT_BINDINGS, keysOf, readBindings, subscribeBindings, type Bindings } from './bindings.ts';
import { createKeyboard } from './keyboard.ts';
import { ariaKeys, showKeys } from './stroke.ts';
import type { KeyAction } from './table.ts';

/** The page's keyboard; listens while something waits for a key. */
const keyboard = createKeyboard({ isMac, bindings: readBindings });
let users = 0;

function addToPage(action: KeyAction, handler: () => void): () => void {
  if (users === 0) window.addEventListener('keydown', keyboard.handle);
  users += 1;
  const remove = keyboard.add(action, handler);
  return () => {
    remove();
    users -= 1;
    if (users === 0) window.removeEventListener('keydown', keyboard.handle);
  };
}

/**
 * Does something at an action's keys while mounted and enabled. The newest of several gets the key. Keys stand down while
 * typing, in dialogs, menus and during composition, and where the focused control has its own use for them.
 */
export function useKey(
  action: KeyAction,
  handler: () => void,
  options: { readonly enabled?: boolean } = {},
): void {
  const { enabled = true } = options;
  const onKey = useEffectEvent(handler);
  // Before it is seen: a key that is pressed at once is heard.
  useLayoutEffect(() => (enabled ? addToPage(action, () => onKey()) : undefined), [action, enabled]);
}

/** The actions that wait for keys on this screen now. */
export function useWaitingActions(): readonly KeyAction[] {
  return useSyncExternalStore(keyboard.subscribe, keyboard.waiting, () => NONE);
}

const NONE: readonly KeyAction[] = [];

export function useBindings(): Bindings {
  return useSyncExternalStore(subscribeBindings, readBindings, () => DEFAULT_BINDINGS);
}

interface KeyLabel {
  /** `⌘K` or `Ctrl+K`. */
  readonly shown: string;
  /** For `aria-keyshortcuts`. */
  readonly aria: string | undefined;
}

/** An action's first key as this keyboard has it; null where it has none, and until the page knows its keyboard. */
export function useKeyLabel(action: KeyAction): KeyLabel | null {
  const mac = useSyncExternalStore<boolean | null>(never, isMac, () => null);
  const bindings = useBindings();
  const [keys] = bindings.off ? [] : keysOf(bindings, action);
  if (mac === null || keys === undefined) return null;
  return { shown: showKeys(keys, mac), aria: ariaKeys(keys, mac) ?? undefined };
}

function never(): () => void {
  return () => undefined;
}

/** Whether the keyboard has ⌘; false until the page knows. */
export function useIsMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}
