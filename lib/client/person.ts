const STORAGE_KEY = 'awm.person';

const listeners = new Set<() => void>();
let isTyped = false;

/** For useSyncExternalStore, with `personName`. */
export function subscribePerson(onChange: () => void): () => void {
  const heard = ({ key }: StorageEvent): void => {
    // Another tab of this browser; null: all was cleared.
    if (key === STORAGE_KEY || key === null) onChange();
  };
  listeners.add(onChange);
  window.addEventListener('storage', heard);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', heard);
  };
}

/** How the person of this browser signs notes, labels and statuses; '' where they did not say. */
export function personName(): string {
  if (typeof window === 'undefined') return '';
  try {
    return localStorage.getItem(STORAGE_KEY)?.slice(0, 80).trim() ?? '';
  } catch {
    return '';
  }
}

/** False where storage is refused: then it cannot be kept. */
export function setPersonName(name: string): boolean {
  try {
    localStorage.setItem(STORAGE_KEY, name.trim().slice(0, 80));
  } catch {
    return false;
  }
  for (const listener of listeners) listener();
  return true;
}

/** Told by the field for the name: while it is typed, each letter makes another name, and none of them is a person who left. */
export function typePersonName(on: boolean): void {
  if (isTyped === on) return;
  isTyped = on;
  if (!on) for (const listener of listeners) listener();
}

export function isPersonTyped(): boolean {
  return isTyped;
}
