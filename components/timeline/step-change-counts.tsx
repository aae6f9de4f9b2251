'use client';

import type { ReactNode } from 'react';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { RowCounts } from './row-counts.tsx';
import { useStepChanges } from './use-step-view.ts';

interface StepChangeCountsProps {
  readonly recordId: string;
  readonly step: LiveStep;
  readonly wanted: boolean;
}

/** `+1 ~2`: the rows that a step changed, once they are counted. */
export function StepChangeCounts({ recordId, step, wanted }: StepChangeCountsProps): ReactNode {
  const changes = useStepChanges(recordId, step, wanted);
  return changes === null ? null : <RowCounts changes={changes} />;
}
