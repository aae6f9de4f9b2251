'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { formatDuration } from '../../lib/client/format.ts';

const TICK_MS = 200;
/** Shorter waits need no figure. */
const QUIET_MS = 300;

/** How long something runs. Silent for screen readers: what runs is said beside it. */
export function Elapsed({ sinceMs }: { readonly sinceMs: number }): ReactNode {
  const [nowMs, setNowMs] = useState(sinceMs);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const ms = nowMs - sinceMs;
  return (
    <span aria-hidden="true" className="text-sm text-text-2">
      {ms < QUIET_MS ? '' : formatDuration(ms)}
    </span>
  );
}
