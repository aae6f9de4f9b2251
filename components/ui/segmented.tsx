'use client';

import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface Segment<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

interface SegmentedProps<T extends string> {
  /** Of the radio that has the focus stop, so that a label can point to it. */
  readonly id?: string;
  readonly label: string;
  /** Null where nothing is chosen yet. */
  readonly value: T | null;
  readonly segments: readonly Segment<T>[];
  readonly onChange: (value: T) => void;
  readonly invalid?: boolean;
  readonly required?: boolean;
  readonly describedBy?: string;
  /** Segments share the whole width. */
  readonly fill?: boolean;
  /** `sm`: 24 px high, for the head of a pane. */
  readonly size?: 'md' | 'sm';
  readonly disabled?: boolean;
  readonly className?: string;
}

/** One of a few, all in sight: the browser's own radio buttons, so arrows move the choice. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactNode {
  const { segments, value, fill = false, size = 'md', disabled = false } = props;
  const name = useId();
  const focusStop = Math.max(
    0,
    segments.findIndex((segment) => segment.value === value),
  );
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      aria-invalid={props.invalid}
      aria-required={props.required}
      aria-describedby={props.describedBy}
      className={cx(
        'shrink-0 gap-px rounded-1 border border-line-strong bg-surface-2 p-px aria-invalid:border-err',
        fill ? 'flex w-full' : 'inline-flex',
        props.className,
      )}
    >
      {segments.map((segment, index) => (
        <label
          key={segment.value}
          className={cx(
            'relative inline-flex items-center justify-center gap-1 rounded-[3px] text-text-2 whitespace-nowrap',
            size === 'md' ? 'h-[calc(var(--control)-4px)] px-2 text-sm' : 'h-5 px-1.5 text-xs',
            disabled ? 'cursor-not-allowed' : 'cursor-pointer hover:text-text',
            'has-checked:bg-surface has-checked:font-medium has-checked:text-text has-checked:shadow-[inset_0_0_0_1px_var(--line-control)] has-focus-visible:outline-2 has-focus-visible:outline-focus forced-colors:has-checked:outline-1',
            fill && 'flex-1',
          )}
        >
          <input
            type="radio"
            id={index === focusStop ? props.id : undefined}
            name={name}
            value={segment.value}
            checked={segment.value === value}
            disabled={disabled}
            onChange={() => props.onChange(segment.value)}
            className="absolute inset-0 cursor-[inherit] opacity-0"
          />
          {segment.label}
        </label>
      ))}
    </div>
  );
}
