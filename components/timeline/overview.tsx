'use client';

import { type PointerEvent, type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { type Effect, effectOf } from '../../lib/domain/step-effect.ts';
import type { LaneCell } from '../../lib/domain/verdict-lane.ts';
import { lookOf } from './verdict-look.ts';

/** The most that is drawn apart; more steps share a tick, and the worst of them shows. */
const MOST_TICKS = 240;
const HEIGHT = 24;
const WORST_FIRST: readonly Effect[] = ['error', 'wrote', 'verify', 'end', 'read'];

interface OverviewProps {
  readonly steps: readonly LiveStep[];
  readonly cells: ReadonlyMap<number, LaneCell>;
  /** The part of all steps that the strip below shows, from 0 to 1. */
  readonly visible: { readonly from: number; readonly to: number };
  readonly viewed: number;
  /** Moves the strip so that this part of all steps, from 0 to 1, stands in its middle. */
  readonly onMove: (middle: number) => void;
}

/** All steps as ticks: short read, tall wrote, hanging error; the window is what the strip below shows. */
export function Overview({ steps, cells, visible, viewed, onMove }: OverviewProps): ReactNode {
  const dragging = useRef(false);
  const ticks = binSteps(steps, MOST_TICKS);
  const width = 100 / ticks.length;

  function moveTo(event: PointerEvent<HTMLElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    onMove((event.clientX - box.left) / box.width);
  }

  return (
    <div
      aria-hidden="true"
      title={t('timeline.overview')}
      className="relative h-[25px] cursor-ew-resize touch-none"
      onPointerDown={(event) => {
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        moveTo(event);
      }}
      onPointerMove={(event) => {
        if (dragging.current) moveTo(event);
      }}
      onLostPointerCapture={() => {
        dragging.current = false;
      }}
    >
      <svg viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" className="size-full">
        {ticks.map((tick, index) => {
          const { y, height, ink } = TICKS[tick.effect];
          const look = lookOf(cells.get(tick.last));
          return (
            <g key={tick.last}>
              <rect x={index * width} y={y} width={width * 0.7} height={height} className={ink} />
              <rect
                x={index * width}
                y={HEIGHT - 2}
                width={width}
                height={2}
                className={`fill-current ${look.ink}`}
              />
            </g>
          );
        })}
      </svg>
      <span
        className="absolute inset-y-0 border border-accent bg-accent/15"
        style={{ left: `${visible.from * 100}%`, right: `${(1 - visible.to) * 100}%` }}
      />
      {steps.length === 0 ? null : (
        <span
          className="absolute inset-y-0 w-0.5 bg-text"
          style={{ left: `${((viewed - 0.5) / steps.length) * 100}%` }}
        />
      )}
    </div>
  );
}

const TICKS: Readonly<Record<Effect, { readonly y: number; readonly height: number; readonly ink: string }>> =
  {
    read: { y: 14, height: 6, ink: 'fill-read' },
    wrote: { y: 4, height: 16, ink: 'fill-write' },
    error: { y: 1, height: 12, ink: 'fill-err' },
    verify: { y: 8, height: 8, ink: 'fill-text' },
    end: { y: 8, height: 12, ink: 'fill-text' },
  };

interface Tick {
  readonly effect: Effect;
  /** Sequence of the last step in it. */
  readonly last: number;
}

/** Steps as at most `most` ticks. */
export function binSteps(steps: readonly LiveStep[], most: number): readonly Tick[] {
  const perTick = Math.max(1, Math.ceil(steps.length / most));
  const ticks: Tick[] = [];
  for (let at = 0; at < steps.length; at += perTick) {
    const bin = steps.slice(at, at + perTick);
    const effects = new Set(bin.map(effectOf));
    const effect = WORST_FIRST.find((one) => effects.has(one)) ?? 'read';
    ticks.push({ effect, last: bin.at(-1)?.seq ?? 0 });
  }
  return ticks;
}
