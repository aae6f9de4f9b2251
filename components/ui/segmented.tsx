'use client';

import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Segment<T extends string> {
  readonly value: T;
  readonly label: ReactNode;
}

interface SegmentedProps<T extends string> {
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
  readonly className?: string;
}

/** One of a few, all in sight; arrows move the choice. */
export function Segmented<T extends string>(props: SegmentedProps<T>): ReactNode {
  return (
    <RadioGroup
      id={props.id}
      aria-label={props.label}
      aria-invalid={props.invalid}
      aria-required={props.required}
      aria-describedby={props.describedBy}
      value={props.value}
      onValueChange={(next) => {
        const segment = props.segments.find((one) => one.value === next);
        if (segment !== undefined) props.onChange(segment.value);
      }}
      className={cx(
        'inline-flex shrink-0 gap-px rounded-1 border border-line-strong bg-surface-2 p-px aria-invalid:border-err',
        props.fill === true && 'flex w-full',
        props.className,
      )}
    >
      {props.segments.map((segment) => (
        <Radio.Root
          key={segment.value}
          value={segment.value}
          className={cx(
            'inline-flex h-6 cursor-pointer items-center justify-center gap-1 rounded-[3px] px-2 text-sm text-text-2 whitespace-nowrap hover:text-text data-checked:bg-surface data-checked:font-medium data-checked:text-text data-checked:shadow-[inset_0_0_0_1px_var(--line-control)]',
            props.fill === true && 'flex-1',
          )}
        >
          {segment.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
