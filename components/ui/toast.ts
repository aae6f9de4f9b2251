/** Tells, without asking: what was done, or what failed that no field or place of the page shows. */
export interface Toast {
  readonly id: number;
  readonly tone: 'ok' | 'err' | 'info' | 'warn';
  readonly text: string;
  readonly action?: { readonly label: string; readonly onClick: () => void };
}

/** More than this at once is noise: the oldest goes. */
const MAX_TOASTS = 4;

const listeners = new Set<() => void>();
let toasts: readonly Toast[] = [];
let lastId = 0;

/** Shows a toast at the bottom left for 6 s. The same text again replaces its first showing. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1;
  const others = toasts.filter(({ text }) => text !== toast.text);
  set([...others, { ...toast, id: lastId }].slice(-MAX_TOASTS));
}

export function dismissToast(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function subscribeToasts(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
