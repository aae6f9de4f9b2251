import { screenItems, type PaletteItem } from './items.ts';

const listeners = new Set<() => void>();
let offered: readonly PaletteItem[] | null = null;

/** What the screens offered when the palette opened; null while it is closed. */
export function openedPalette(): readonly PaletteItem[] | null {
  return offered;
}

export function openPalette(): void {
  typed = '';
  set(screenItems());
}

let typed = '';

/** What was typed between the key that opens the palette and its first paint; a Backspace takes back. */
export function typeAhead(key: string): void {
  typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
}

export function typedAhead(): string {
  return typed;
}

export function closePalette(): void {
  set(null);
}

export function subscribePalette(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function set(next: readonly PaletteItem[] | null): void {
  offered = next;
  for (const listener of listeners) listener();
}
