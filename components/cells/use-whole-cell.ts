'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cellQuery, type CellPlace } from '../../lib/client/queries/evidence.ts';
import type { WireCell } from '../../lib/contracts/evidence.ts';
import { cellText, isCut } from './cell-text.ts';

export interface WholeCellState {
  /** The text that is there: whole where it was loaded or never cut. */
  readonly text: string;
  readonly cut: boolean;
  readonly loading: boolean;
  /** Why the rest could not be loaded, or that even the whole is too long to be sent. */
  readonly problem: 'failed' | 'too_long' | null;
  readonly load: () => void;
}

/** A cell in full once it is asked for. */
export function useWholeCell(recordId: string, place: CellPlace, cell: WireCell): WholeCellState {
  const [wanted, setWanted] = useState(false);
  const cut = isCut(cell);
  const query = useQuery({ ...cellQuery(recordId, place), enabled: wanted && cut });
  const whole = query.data;
  return {
    text: whole === undefined ? cellText(cell) : whole.kind === 'blob' ? `x'${whole.text}'` : whole.text,
    cut: cut && whole?.complete !== true,
    loading: query.isLoading,
    problem: query.isError ? 'failed' : whole?.complete === false ? 'too_long' : null,
    load: () => {
      if (query.isError) void query.refetch();
      setWanted(true);
    },
  };
}
