'use client';

import { type ReactNode, useMemo } from 'react';
import { t } from '../messages.ts';
import { cx } from '../../ui/cx.ts';

interface HistogramProps {
  readonly title: string;
  /** Of all rows; those that are not known are left out. */
  readonly values: readonly (number | null)[];
  /** The range that the filter asks for, both ends included; null where it asks for none. */
  readonly range: { readonly min: number; readonly max: number } | null;
  readonly onChange: (range: { readonly min: number; readonly max: number } | null) => void;
}

const BINS = 18;

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** How a number is spread over all rows; a bar asks for its part of the range, once more for all. The filter's text is the way by keyboard. */
export function Histogram({ title, values, range, onChange }: HistogramProps): ReactNode {
  const bins = useMemo(() => binsOf(values.filter((value) => value !== null)), [values]);
  const highest = Math.max(1, ...bins.map(({ count }) => count));
  if (bins.length < 2) return null;
  return (
    <div role="group" aria-label={title} className="px-3 pt-2">
      <p className="flex justify-between pb-1 font-semibold text-text-3 text-xs">
        {title}
        <span className="font-normal">
          {range === null ? t('filter.any') : t('filter.range', { from: bound(range.min), to: bound(range.max) })}
        </span>
      </p>
      <div aria-hidden="true" className="flex h-7 items-end gap-px border-line-strong border-b">
        {bins.map(({ from, to, count }) => {
          const inside = range === null || (to >= range.min && from <= range.max);
          const same = range?.min === from && range.max === to;
          return (
            <div
              key={from}
              title={t('filter.bar', { from, to, count })}
              onClick={() => onChange(same ? null : { min: from, max: to })}
              className="flex h-full flex-1 cursor-pointer items-end"
            >
              <span
                className={cx('block w-full', inside ? 'bg-accent/75' : 'bg-surface-3')}
                style={{ height: count === 0 ? 0 : `max(2px, ${(count / highest) * 100}%)` }}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}

function bound(value: number): string {
  return Number.isFinite(value) ? String(value) : '…';
}

function binsOf(values: readonly number[]): Bin[] {
  if (values.length === 0) return [];
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  const width = Math.max(1, Math.ceil((high - low + 1) / BINS));
  const counts = new Map<number, number>();
  for (const value of values) {
    const bin = Math.floor((value - low) / width);
    counts.set(bin, (counts.get(bin) ?? 0) + 1);
  }
  return Array.from({ length: Math.floor((high - low) / width) + 1 }, (_, bin) => ({
    from: low + bin * width,
    to: low + (bin + 1) * width - 1,
    count: counts.get(bin) ?? 0,
  }));
}
