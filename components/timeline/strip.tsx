'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useEffect } from 'react';
import type { LiveStep } from '../../lib/contracts/live.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { cx } from '../ui/cx.ts';
import { type Density, StepCell } from './step-cell.tsx';

const NARROW = 28;
const SEED = 62;
/** Every fifth step is numbered where there is no room for all. */
const NUMBERED = 5;

export interface StripProps {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly recordId: string;
  readonly steps: readonly LiveStep[];
  readonly shortNames: ReadonlyMap<number, string>;
  readonly human: boolean;
  readonly density: Density;
  readonly viewed: number;
  /** The newest step of an episode that runs; null where none does. */
  readonly liveSeq: number | null;
  readonly cells: ReadonlyMap<number, LaneCell>;
  readonly lane: boolean;
  readonly sinceStart: boolean;
  readonly label: string;
  readonly end: ReactNode;
}

/** The steps, scrolling where they do not fit; the seed stays pinned, the chosen step stays in view. */
export function Strip(props: StripProps): ReactNode {
  const { scroller, steps, viewed, density } = props;
  useInView(scroller, viewed, steps.length);
  return (
    <div
      ref={scroller}
      className={cx(
        'min-w-0 overflow-x-auto overflow-y-hidden [scrollbar-width:thin]',
        'scroll-pl-[66px] scroll-pr-2',
      )}
    >
      {density === 'wide' ? <AllCells {...props} /> : <VirtualCells {...props} />}
    </div>
  );
}

/** Brings the viewed state into sight when it changes, or when steps come while the newest is looked at. */
function useInView(scroller: RefObject<HTMLDivElement | null>, viewed: number, count: number): void {
  useEffect(() => {
    scroller.current
      ?.querySelector(`[data-seq="${viewed}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [scroller, viewed, count]);
}

function AllCells(props: StripProps): ReactNode {
  return (
    <ol aria-label={props.label} className="flex w-max">
      <Cell {...props} step={null} />
      {props.steps.map((step) => (
        <Cell key={step.seq} {...props} step={step} />
      ))}
      {props.end}
    </ol>
  );
}

function VirtualCells(props: StripProps): ReactNode {
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
        <Cell {...props} step={null} />
        {virtual.getVirtualItems().map((item) => {
          const step = steps[item.index];
          return step === undefined ? null : (
            <Cell key={step.seq} {...props} step={step} left={item.start} setSize={steps.length} />
          );
        })}
      </ol>
      {props.end}
    </div>
  );
}

interface CellProps extends StripProps {
  readonly step: LiveStep | null;
  readonly left?: number;
  readonly setSize?: number;
}

function Cell({ step, left, setSize, ...props }: CellProps): ReactNode {
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
