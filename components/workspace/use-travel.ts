'use client';

import { useEffect, useRef } from 'react';
import type { Viewed } from '../../lib/client/viewed.ts';
import { replaceUrl } from '../layout/url-link.tsx';

/** Longer than a page ever takes to draw a state that was asked for. */
const DRAWN_MS = 1_000;

export interface Travel {
  /** Looks at the state after a step. */
  readonly to: (seq: number) => void;
  /** So many steps on, or back; the state that it leads to. */
  readonly by: (steps: number) => number;
}

/**
 * The ways to other states of the episode. Keys come faster than states are drawn, and the address follows the drawing, so
 * that a step counts from where the last one led.
 */
export function useTravel(viewed: Viewed | null, running: boolean): Travel {
  const asked = useRef<{ readonly seq: number; readonly atMs: number } | null>(null);
  const seq = viewed?.seq ?? 0;
  const newest = viewed?.newest ?? 0;

  useEffect(() => {
    if (asked.current?.seq === seq) asked.current = null;
  }, [seq]);

  function to(next: number): void {
    asked.current = { seq: next, atMs: performance.now() };
    const pinned = new URLSearchParams(window.location.search).get('diff')?.includes('..') === true;
    replaceUrl({
      step: running && next === newest ? null : String(next),
      // Two chosen steps stay what they are; another step leaves them.
      ...(pinned ? { diff: null } : {}),
    });
  }

  function by(steps: number): number {
    const underway = asked.current !== null && performance.now() - asked.current.atMs < DRAWN_MS;
    const from = underway && asked.current !== null ? asked.current.seq : seq;
    const next = Math.min(newest, Math.max(0, from + steps));
    to(next);
    return next;
  }

  return { to, by };
}
