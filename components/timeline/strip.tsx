'use client';

import { type ReactNode, type RefObject, useEffect } from 'react';
import type { LiveStep } from '../../lib/contracts/live.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { cx } from '../ui/cx.ts';
import { createLazyPart } from '../ui/lazy-part.ts';
import { SeqCell } from './seq-cell.tsx';
import type { Density } from './step-cell.tsx';

/** Long episodes only: it brings the virtualiser. */
const virtualCells = createLazyPart(async () => (await import('./virtual-cells.tsx')).VirtualCells);

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
  const part = virtualCells.usePart(density !== 'wide');
  useInView(scroller, viewed, steps.length);
  return (
    <div
      ref={scroller}
      className={cx(
        'min-w-0 overflow-x-auto overflow-y-hidden [scrollbar-width:thin]',
        'scroll-pl-[66px] scroll-pr-2',
      )}
    >
      {density === 'wide' || part.state !== 'ready' ? <AllCells {...props} /> : <part.part {...props} />}
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
      <SeqCell {...props} step={null} />
      {props.steps.map((step) => (
        <SeqCell key={step.seq} {...props} step={step} />
      ))}
      {props.end}
    </ol>
  );
}
