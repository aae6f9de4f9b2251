'use client';

import { useEffect, useSyncExternalStore } from 'react';

export type PartState<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'ready'; readonly part: T }
  /** Its script could not be loaded: the server is away, or was replaced by another version. */
  | { readonly state: 'failed'; readonly retry: () => void };

export interface LazyPart<T> {
  /** Begins to load, ahead of the need. */
  readonly preload: () => void;
  /** Loads once `wanted`. */
  readonly usePart: (wanted?: boolean) => PartState<T>;
}

const WAITING = { state: 'waiting' } as const;

/** Code that a page loads when it is needed. Unlike React's `lazy`, a load that failed can be tried again. */
export function createLazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  const listeners = new Set<() => void>();
  let current: PartState<T> = WAITING;
  let loading = false;

  function set(next: PartState<T>): void {
    current = next;
    for (const listener of listeners) listener();
  }

  function preload(): void {
    if (loading || current.state === 'ready') return;
    loading = true;
    load().then(
      (part) => {
        loading = false;
        set({ state: 'ready', part });
      },
      () => {
        loading = false;
        set({ state: 'failed', retry });
      },
    );
  }

  function retry(): void {
    set(WAITING);
    preload();
  }

  const subscribe = (onChange: () => void): (() => void) => {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  };

  function usePart(wanted = true): PartState<T> {
    useEffect(() => {
      if (wanted && current.state === 'waiting') preload();
    }, [wanted]);
    return useSyncExternalStore(
      subscribe,
      () => current,
      () => WAITING,
    );
  }

  return { preload, usePart };
}
