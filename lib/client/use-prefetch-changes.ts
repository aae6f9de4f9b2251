'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LiveStep } from '../contracts/live.ts';
import { changesQuery } from './queries/evidence.ts';

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
