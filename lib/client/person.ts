const STORAGE_KEY = 'awm.person';

const listeners = new Set<() => void>();

/** For useSyncExternalStore, with `personName`. */
export function subscribePerson(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
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
