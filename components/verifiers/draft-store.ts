import { useSyncExternalStore } from 'react';
import type { VerifierKey } from '../../lib/client/queries/verifiers.ts';

const PREFIX = 'awm.verifier-draft ';
const listeners = new Set<() => void>();
/** What was typed, also where the browser keeps nothing. Null: no draft. */
const known = new Map<string, string | null>();

/** What was typed of a task's verifier and is not saved yet; survives the page. */
export function useDraft(place: VerifierKey): string | null {
  const name = nameOf(place);
  return useSyncExternalStore(
    subscribe,
    () => read(name),
    () => null,
  );
}

/** Null: throws it away. */
export function setDraft(place: VerifierKey, code: string | null): void {
  const name = nameOf(place);
  known.set(name, code);
  try {
    if (code === null) localStorage.removeItem(name);
    else localStorage.setItem(name, code);
  } catch {
    // Full, or refused: it lives as long as the page.
  }
  for (const listener of listeners) listener();
}

function nameOf({ key, taskIdx, mode }: VerifierKey): string {
  return `${PREFIX}${key} ${String(taskIdx)} ${mode}`;
}

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  return () => listeners.delete(onChange);
}

function read(name: string): string | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(name);
  } catch {
    // Refused.
  }
  known.set(name, kept);
  return kept;
}
