'use client';

import { type KeyboardEvent, type PointerEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { useWidth } from '../../cells/index.ts';
import { type Curve, nearestStop, passRate, spanOf, stepFilter, type Stop, stopsOf } from './curves.ts';
import { figure } from './curve-table.tsx';
import { nameOf, type PairLook } from './look.ts';
import { linear, pathOf, ticks } from './scale.ts';

interface DrawnCurve {
  readonly curve: Curve;
  readonly look: PairLook;
}

interface CurvePictureProps {
  readonly drawn: readonly DrawnCurve[];
  readonly onRange: (from: number, to: number) => void;
}

const HEIGHT = 96;
const TOP = 8;
const BOTTOM = 20;
const LEFT = 26;
/** Room for the words at the ends of the lines of a pair alone. */
const RIGHT = 118;
const RIGHT_BARE = 12;
const TICK_PX = 110;
/** Words at the ends of lines do not overlap. */
const LABEL_PX = 15;

/**
 * The lines. The pointer finds the nearest train_step, a click filters to it, dragging to a range. With keys: one stop,
 * arrows move, with Shift they take in more, Enter filters.
 */
export function CurvePicture({ drawn, onRange }: CurvePictureProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const curves = useMemo(() => drawn.map(({ curve }) => curve), [drawn]);
  const stops = useMemo(() => stopsOf(curves), [curves]);
  const { steps, values } = useMemo(() => spanOf(curves), [curves]);
  // By train_step: other curves may come under it.
  const [held, setHeld] = useState<readonly [anchor: number, at: number] | null>(null);
  const [dragging, setDragging] = useState(false);
  const alone = drawn.length === 1 && width > 480;
  const right = alone ? RIGHT : RIGHT_BARE;
  const x = linear(steps, [LEFT, Math.max(LEFT + 1, width - right)]);
  const y = linear(values, [HEIGHT - BOTTOM, TOP]);
  const stopOf = (step: number): number => stops.findIndex(({ from }) => from === step);
  const [anchor, at] = held === null ? [-1, -1] : [stopOf(held[0]), stopOf(held[1])];
  const hold = (from: number, to: number): void => {
    const [first, second] = [stops[from], stops[to]];
    if (first !== undefined && second !== undefined) setHeld([first.from, second.from]);
  };
  const low = stops[Math.min(anchor, at)];
  const high = stops[Math.max(anchor, at)];
  const range = low === undefined || high === undefined ? null : { from: low.from, to: high.to };

  function stopAt(event: PointerEvent): number {
    const left = event.currentTarget.getBoundingClientRect().left;
    const back = linear([LEFT, Math.max(LEFT + 1, width - right)], steps);
    return nearestStop(stops, back(event.clientX - left));
  }

  function choose(): void {
    if (range === null) return;
    onRange(range.from, range.to);
    setHeld(null);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = stops.length - 1;
    // The first arrow finds the newest.
    const [left, right] = at < 0 ? [last, last] : [at - 1, at + 1];
    const to = { ArrowLeft: left, ArrowRight: right, Home: 0, End: last }[event.key];
    if (to !== undefined && last >= 0) {
      const next = Math.max(0, Math.min(last, to));
      hold(event.shiftKey && anchor >= 0 ? anchor : next, next);
    } else if ((event.key === 'Enter' || event.key === ' ') && range !== null) choose();
    else if (event.key === 'Escape' && held !== null) setHeld(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  const stop = stops[at];
  return (
    <div ref={box} className="relative">
      <div
        role="slider"
        tabIndex={0}
        aria-label={t('runs.plot.slider')}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, stops.length - 1)}
        aria-valuenow={at < 0 ? Math.max(0, stops.length - 1) : at}
        aria-valuetext={stop === undefined ? t('runs.plot.none') : sayStop(stop, range)}
        onKeyDown={onKeyDown}
        onBlur={() => setHeld(null)}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          const near = stopAt(event);
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
          hold(near, near);
        }}
        onPointerMove={(event) => {
          const near = stopAt(event);
          hold(dragging && anchor >= 0 ? anchor : near, near);
        }}
        onPointerUp={() => {
          if (!dragging) return;
          setDragging(false);
          choose();
        }}
        onPointerLeave={() => {
          if (!dragging) setHeld(null);
        }}
        className="cursor-crosshair touch-pan-y rounded-1"
        style={{ height: HEIGHT }}
      >
        {width === 0 ? null : (
          <svg width={width} height={HEIGHT} aria-hidden="true" className="block font-sans text-xs">
            <Axes width={width - right} steps={steps} values={values} x={x} y={y} />
            {range === null ? null : (
              <rect
                x={x(range.from) - 1}
                y={TOP}
                width={Math.max(2, x(range.to) - x(range.from) + 2)}
                height={HEIGHT - TOP - BOTTOM}
                fill="var(--accent)"
                opacity={0.15}
              />
            )}
            {drawn.map(({ curve, look }) => (
              <g
                key={nameOf(curve)}
                fill="none"
                strokeWidth={1.75}
                strokeLinecap="round"
                strokeLinejoin="round"
              >
                <path
                  stroke={look.pass}
                  d={pathOf(curve.points.map((point) => place(point.from, passRate(point), x, y)))}
                />
                <path
                  stroke={look.reward}
                  strokeDasharray="5 3"
                  d={pathOf(curve.points.map((point) => place(point.from, point.meanReward, x, y)))}
                />
              </g>
            ))}
            {stop?.points.map(({ curve, point }) => {
              const look = drawn.find((other) => other.curve === curve)?.look;
              const rate = passRate(point);
              return (
                <g key={nameOf(curve)}>
                  {rate === null ? null : <circle cx={x(point.from)} cy={y(rate)} r={3} fill={look?.pass} />}
                  {point.meanReward === null ? null : (
                    <circle cx={x(point.from)} cy={y(point.meanReward)} r={3} fill={look?.reward} />
                  )}
                </g>
              );
            })}
            {alone ? <EndWords drawn={drawn} left={width - right + 8} y={y} /> : null}
          </svg>
        )}
      </div>
      {stop === undefined ? null : <Card stop={stop} range={range} left={x(stop.from)} width={width} />}
      {drawn.length > 1 ? <p className="text-text-2 text-xs">{t('runs.plot.lines')}</p> : null}
    </div>
  );
}

type At = (value: number) => number;

function place(step: number, value: number | null, x: At, y: At): readonly [number, number] | null {
  return value === null ? null : [x(step), y(value)];
}

interface AxesProps {
  readonly width: number;
  readonly steps: readonly [number, number];
  readonly values: readonly [number, number];
  readonly x: At;
  readonly y: At;
}

function Axes({ width, steps, values, x, y }: AxesProps): ReactNode {
  return (
    <g fill="var(--text-2)">
      {ticks(values[0], values[1], 2).map((value) => (
        <g key={value}>
          <path d={`M${String(LEFT)} ${y(value).toFixed(1)}H${String(width)}`} stroke="var(--line)" />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {ticks(steps[0], steps[1], Math.max(1, Math.floor(width / TICK_PX))).map((step) => (
        <text key={step} x={x(step)} y={HEIGHT - 5} textAnchor="middle">
          {step}
        </text>
      ))}
    </g>
  );
}

function EndWords({
  drawn,
  left,
  y,
}: {
  readonly drawn: readonly DrawnCurve[];
  readonly left: number;
  readonly y: At;
}): ReactNode {
  const [only] = drawn;
  if (only === undefined) return null;
  const rate = only.curve.points.findLast((point) => passRate(point) !== null);
  const reward = only.curve.points.findLast(({ meanReward }) => meanReward !== null)?.meanReward ?? null;
  const last = rate === undefined ? null : passRate(rate);
  const passY = last === null ? null : y(last) + 4;
  const free = reward === null ? null : y(reward) + 4;
  const near = passY !== null && free !== null && Math.abs(passY - free) < LABEL_PX;
  // At the top there is room below only.
  const above = reward !== null && last !== null && reward >= last && (passY ?? 0) > 2 * LABEL_PX;
  const rewardY = near ? passY + (above ? -LABEL_PX : LABEL_PX) : free;
  return (
    <g className="font-semibold">
      {passY === null ? null : (
        <text x={left} y={passY} fill={only.look.pass}>
          {`${t('runs.plot.passRate')} ${figure(last)}`}
        </text>
      )}
      {rewardY === null ? null : (
        <text x={left} y={rewardY} fill={only.look.reward}>
          {`${t('runs.plot.meanReward')} ${figure(reward)}`}
        </text>
      )}
    </g>
  );
}

interface CardProps {
  readonly stop: Stop;
  readonly range: { readonly from: number; readonly to: number } | null;
  readonly left: number;
  readonly width: number;
}

function Card({ stop, range, left, width }: CardProps): ReactNode {
  const atRight = left < width / 2;
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-1 z-30 max-w-64 rounded-1 border border-line-strong bg-overlay px-2 py-1 text-xs shadow-2"
      style={atRight ? { left: left + 12 } : { right: width - left + 12 }}
    >
      <p className="font-semibold">
        {t('runs.plot.at', { steps: stepFilter((range ?? stop).from, (range ?? stop).to) })}
      </p>
      {stop.points.slice(0, 6).map(({ curve, point }) => (
        <p key={nameOf(curve)} className="truncate">
          {nameOf(curve)}: {figure(passRate(point))} · {figure(point.meanReward)} ·{' '}
          {t('runs.count', { count: point.runs })}
        </p>
      ))}
    </div>
  );
}

function sayStop(stop: Stop, range: CardProps['range']): string {
  const { from, to } = range ?? stop;
  const parts = stop.points.map(({ curve, point }) =>
    t('runs.plot.says', {
      name: nameOf(curve),
      rate: figure(passRate(point)),
      reward: figure(point.meanReward),
      runs: formatNumber(point.runs),
    }),
  );
  return `${t('runs.plot.at', { steps: stepFilter(from, to) })}: ${parts.join('; ')}`;
}
