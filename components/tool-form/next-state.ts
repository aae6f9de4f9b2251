/** Fields by their element: what turns them to their next state. Read when the key is pressed, so never stale. */
const turns = new WeakMap<Element, () => void>();

export function registerNextState(element: Element | null, turn: () => void): void {
  if (element !== null) turns.set(element, turn);
}

/** Turns the innermost field around an element to its next state. */
export function turnStateAt(element: Element | null): void {
  for (let at = element; at !== null; at = at.parentElement) {
    const turn = turns.get(at);
    if (turn === undefined) continue;
    turn();
    return;
  }
}
