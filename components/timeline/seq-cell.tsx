'use client';

import type { ReactNode } from 'react';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { StepCell } from './step-cell.tsx';
import type { StripProps } from './strip.tsx';

/** Every fifth step is numbered where there is no room for all. */
const NUMBERED = 5;

interface CellProps extends StripProps {
  readonly step: LiveStep | null;
  readonly left?: number;
  readonly setSize?: number;
}

/** The strip's cell of one state. */
export function SeqCell({ step, left, setSize, ...props }: CellProps): ReactNode {
  const seq = step?.seq ?? 0;
  return (
    <StepCell
      recordId={props.recordId}
      step={step}
      shortName={props.shortNames.get(seq) ?? ''}
      human={props.human}
      density={props.density}
      viewed={seq === props.viewed}
      newest={seq === props.liveSeq}
      sinceStart={props.sinceStart}
      cell={props.cells.get(seq)}
      lane={props.lane}
      numbered={seq % NUMBERED === 0}
      left={left}
      setSize={setSize}
    />
  );
}
