'use client';

import { useSyncExternalStore } from 'react';

/** False while the server draws and until the page has come to life: for what only a browser knows. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function never(): () => void {
  return () => undefined;
}
