'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveStep } from '../contracts/live.ts';
import { changesQuery } from './queries/evidence.ts';
import { whenIdle } from './when-idle.ts';

/** Asks for what a step changed as soon as the step is there, so that its changes show without a wait. */
export function usePrefetchChanges(recordId: string | null, newest: LiveStep | undefined): void {
  const client = useQueryClient();
  const seq = newest?.wrote === true ? newest.seq : 0;
  useEffect(() => {
    if (recordId === null || seq === 0) return;
    // A failure shows where the changes are shown.
    client.query(changesQuery(recordId, seq - 1, seq)).catch(() => undefined);
  }, [client, recordId, seq]);
}

/** A walk through the steps goes on the way that it came: so many ahead are ready, and so many behind. */
const NEIGHBOURS = [-1, 1, -2, 2] as const;

/** Once the page rests at a state, asks for what the steps around it changed: the next key press shows it at once. */
export function usePrefetchNeighbours(
  recordId: string | null,
  steps: readonly LiveStep[],
  viewed: number | undefined,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (recordId === null || viewed === undefined) return;
    return whenIdle(() => {
      for (const distance of NEIGHBOURS) {
        const seq = viewed + distance;
        if (steps.find((step) => step.seq === seq)?.wrote !== true) continue;
        client.query(changesQuery(recordId, seq - 1, seq)).catch(() => undefined);
      }
    });
  }, [client, recordId, steps, viewed]);
}
