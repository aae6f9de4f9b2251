'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { CellPlace } from '../../lib/client/queries/evidence.ts';
import type { WireCell } from '../../lib/contracts/evidence.ts';

type CellActions = (place: CellPlace, cell: WireCell) => ReactNode;

const CellActionsContext = createContext<CellActions | null>(null);

/** What a page lets be done with a cell wherever one is shown in full: citing it, commenting on it. */
export const CellActionsProvider = CellActionsContext.Provider;

export function useCellActions(): CellActions | null {
  return useContext(CellActionsContext);
}
