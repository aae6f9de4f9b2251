/** Letters typed within this time belong to one word. */
const TYPED_MS = 700;

export interface Typed {
  readonly text: string;
  readonly atMs: number;
}

export const NOTHING_TYPED: Typed = { text: '', atMs: 0 };

interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key searches in a list. A space belongs to a word that has begun; alone it chooses. */
export function isTypeahead(event: KeyPress, typed: Typed, nowMs: number): boolean {
  if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return false;
  return event.key !== ' ' || (typed.text !== '' && nowMs - typed.atMs <= TYPED_MS);
}

export function typeLetter(typed: Typed, letter: string, nowMs: number): Typed {
  const text = nowMs - typed.atMs > TYPED_MS ? letter : typed.text + letter;
  return { text: text.toLowerCase(), atMs: nowMs };
}

/** Index of the next label that begins with what was typed: past the present one for one letter, else from it on. */
export function findTyped(labels: readonly string[], at: number, text: string): number | null {
  const from = text.length === 1 ? at + 1 : Math.max(0, at);
  for (let step = 0; step < labels.length; step += 1) {
    const index = (from + step) % labels.length;
    if (labels[index]?.trim().toLowerCase().startsWith(text) === true) return index;
  }
  return null;
}
