'use client';

import { type ReactNode, useRef } from 'react';
import type { DriftAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { useWidth } from '../../cells/index.ts';

const HEIGHT = 120;
const TOP = 12;
const BOTTOM = 8;
const LEFT = 40;
const RIGHT = 16;

/** Windows with their intervals around the mean of all; those that differ are marked. The table beside it says the same. */
export function DriftPicture({ drift }: { readonly drift: DriftAnswer }): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const step = (width - LEFT - RIGHT) / Math.max(1, drift.windows.length);
  const y = (value: number): number => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM);
  return (
    <div ref={box} className="px-3 py-2">
      <svg width={width} height={HEIGHT} aria-hidden="true" className="block max-w-full font-sans text-xs">
        {[0, 0.5, 1].map((value) => (
          <g key={value}>
            <path d={`M${String(LEFT)} ${String(y(value))}H${String(width - RIGHT)}`} stroke="var(--line)" />
            <text x={LEFT - 6} y={y(value) + 4} textAnchor="end" fill="var(--text-2)">
              {value * 100} %
            </text>
          </g>
        ))}
        {drift.mean === null ? null : (
          <path
            d={`M${String(LEFT)} ${String(y(drift.mean))}H${String(width - RIGHT)}`}
            stroke="var(--text-2)"
            strokeDasharray="4 3"
          />
        )}
        {drift.windows.map((window, at) => {
          const x = LEFT + step * (at + 0.5);
          const colour = window.flagged ? 'var(--err)' : 'var(--accent)';
          if (window.value === null) return null;
          return (
            <g key={window.fromMs} stroke={colour} fill={colour}>
              {window.low === null || window.high === null ? null : (
                <path
                  d={`M${String(x)} ${String(y(window.low))}V${String(y(window.high))}`}
                  strokeWidth={2}
                />
              )}
              <circle cx={x} cy={y(window.value)} r={4} />
              {window.flagged ? (
                <text x={x + 7} y={y(window.value) + 4} stroke="none" className="font-bold">
                  !
                </text>
              ) : null}
            </g>
          );
        })}
      </svg>
    </div>
  );
}
