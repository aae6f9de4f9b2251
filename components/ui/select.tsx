'use client';

import { Select as BaseSelect } from '@base-ui/react/select';
import { type ReactNode, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { popupContainer } from './use-popup.ts';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** At the right end of the row: what the choice stands for. */
  readonly detail?: string;
}

interface SelectProps<T extends string> {
  readonly id?: string;
  readonly label: string;
  readonly value: T | null;
  readonly options: readonly SelectOption<T>[];
  readonly placeholder?: string;
  readonly onChange: (value: T) => void;
  readonly invalid?: boolean;
  readonly required?: boolean;
  readonly describedBy?: string;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function Select<T extends string>(props: SelectProps<T>): ReactNode {
  const { id, label, value, options, placeholder, onChange, invalid = false, describedBy, className } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      disabled={props.disabled}
      onOpenChange={(open) => {
        if (open) setContainer(popupContainer(trigger.current));
      }}
      onValueChange={(next) => {
        if (next !== null) onChange(next);
      }}
    >
      <BaseSelect.Trigger
        ref={trigger}
        id={id}
        aria-label={label}
        aria-invalid={invalid}
        aria-required={props.required}
        aria-describedby={describedBy}
        className={cx(
          'flex h-control w-full min-w-0 items-center justify-between gap-2 rounded-1 border border-line-control bg-surface px-2 text-left text-sm outline-none focus-visible:border-focus focus-visible:shadow-[0_0_0_1px_var(--focus)] aria-invalid:border-err aria-invalid:shadow-[0_0_0_1px_var(--err)] disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-2 disabled:text-text-2',
          className,
        )}
      >
        <BaseSelect.Value
          placeholder={placeholder}
          className="min-w-0 truncate data-placeholder:text-text-3"
        />
        <BaseSelect.Icon>
          <Icon name="down" className="text-text-2" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal container={container}>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
          <BaseSelect.Popup className="max-h-[var(--available-height)] min-w-[var(--anchor-width)] max-w-[90vw] overflow-y-auto rounded-2 border border-line-strong bg-overlay p-1 shadow-2 outline-none">
            {options.map((option) => (
              <BaseSelect.Item
                key={option.value}
                value={option.value}
                className="flex min-h-dense cursor-default items-center gap-2 rounded-1 px-2 text-sm outline-none data-highlighted:on-tint data-highlighted:bg-accent-soft forced-colors:data-highlighted:outline-2"
              >
                <BaseSelect.ItemText className="flex-1">{option.label}</BaseSelect.ItemText>
                {option.detail === undefined ? null : <span className="text-text-2">{option.detail}</span>}
                <BaseSelect.ItemIndicator>
                  <Icon name="check" className="text-accent" />
                </BaseSelect.ItemIndicator>
              </BaseSelect.Item>
            ))}
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
