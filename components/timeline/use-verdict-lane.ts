'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { verdictLaneQuery } from '../../lib/client/queries/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { VerdictLane } from '../../lib/contracts/evidence.ts';
import { laneCells, type LaneCell } from '../../lib/domain/verdict-lane.ts';

const NO_CELLS: ReadonlyMap<number, LaneCell> = new Map();

export interface Lane {
  /** Null while it is unknown, hidden, or where nothing can be judged. */
  readonly lane: VerdictLane | null;
  readonly cells: ReadonlyMap<number, LaneCell>;
}

/** The code verifier at every state of the viewed episode, as far as it has been run. */
export function useVerdictLane(viewed: Viewed, running: boolean): Lane {
  const query = useQuery({
    ...verdictLaneQuery(viewed.recordId, viewed.newest, !running),
    enabled: !viewed.hidden,
  });
  const data = viewed.hidden || query.data?.none !== null ? null : query.data;
  const cells = useMemo(() => (data === null ? NO_CELLS : laneCells(data)), [data]);
  return { lane: data, cells };
}
