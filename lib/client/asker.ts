import type { Who } from '../contracts/rest-who.ts';
import { personName } from './person.ts';

/**
 * Whose requests this page's are, as the server said last, for what goes on beside the screens: work that one person left must not go out
 * as another's.
 */
interface Asker {
  /** Null: nobody is signed in. */
  readonly id: string | null;
  /** The name that the browser said when it asked. */
  readonly said: string;
}

let known: Asker | undefined;
let last: Who | null = null;
const listeners = new Set<() => void>();

/** A person's id, null where nobody is signed in; undefined: not known (yet, or since another name was given). */
export function asker(): string | null | undefined {
  return known !== undefined && known.said === personName() ? known.id : undefined;
}

/** What the server answered to who asks. Listeners hear where it is another one than before. */
export function setAsker(who: Who): void {
  const id = who.person?.id ?? null;
  const before = asker();
  known = { id, said: personName() };
  if (id !== null) last = who;
  if (before !== id) for (const listener of listeners) listener();
}

/** Who was signed in last in this page, and did not sign out; null: nobody. */
export function lastAsker(): Who | null {
  return last;
}

/** Whoever signs out leaves nothing of theirs open. */
export function forgetLastAsker(): void {
  last = null;
}

export function subscribeAsker(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}
