'use client';

import { useEffect, useState } from 'react';

const TICK_MS = 250;

/** The time, told again four times a second while mounted. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}

/** Whole seconds until or since, never negative. */
export function wholeSeconds(ms: number): number {
  return Math.max(0, Math.ceil(ms / 1_000));
}
