'use client';

import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.ts';

const EVERY_MS = 30_000;

function subscribe(onChange: () => void): () => void {
  const timer = setInterval(onChange, EVERY_MS);
  return () => clearInterval(timer);
}

/** Unix milliseconds of the server's clock in steps of half a minute, for times that are shown as "5 minutes ago". 0 on the server. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(serverNow() / EVERY_MS) * EVERY_MS,
    () => 0,
  );
}
