const listeners = new Set<() => void>();
let open = false;

export function isPaletteOpen(): boolean {
  return open;
}

export function setPaletteOpen(next: boolean): void {
  open = next;
  for (const listener of listeners) listener();
}

export function subscribePalette(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
