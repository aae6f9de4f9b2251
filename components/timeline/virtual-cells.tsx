'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect } from 'react';
import { SeqCell } from './seq-cell.tsx';
import type { StripProps } from './strip.tsx';

/** Widths of a cell and of the seed's, px. */
const NARROW = 28;
const SEED = 62;

/** Only the cells in sight exist, however many steps there are. */
export function VirtualCells(props: StripProps): ReactNode {
  const { scroller, steps, viewed } = props;
  // eslint-disable-next-line react-hooks/incompatible-library -- the compiler leaves this component alone, which is right
  const virtual = useVirtualizer({
    horizontal: true,
    count: steps.length,
    estimateSize: () => NARROW,
    getScrollElement: () => scroller.current,
    scrollMargin: SEED,
    overscan: 12,
  });
  const at = steps.findIndex((step) => step.seq === viewed);
  useEffect(() => {
    // The cell may not be there yet to be scrolled to.
    if (at >= 0) virtual.scrollToIndex(at, { align: 'auto' });
  }, [virtual, at]);
  return (
    <div className="flex w-max">
      <ol aria-label={props.label} className="relative flex" style={{ width: SEED + steps.length * NARROW }}>
        <SeqCell {...props} step={null} />
        {virtual.getVirtualItems().map((item) => {
          const step = steps[item.index];
          return step === undefined ? null : (
            <SeqCell key={step.seq} {...props} step={step} left={item.start} setSize={steps.length} />
          );
        })}
      </ol>
      {props.end}
    </div>
  );
}
