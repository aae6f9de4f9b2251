'use client';

import { Combobox as BaseCombobox } from '@base-ui/react/combobox';
import { type ReactNode, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import type { SelectOption } from './select.tsx';
import { popupContainer } from './use-popup.ts';

interface ComboboxProps<T extends string> {
  readonly label: string;
  readonly value: T | null;
  readonly options: readonly SelectOption<T>[];
  readonly placeholder?: string;
  /** Shown where nothing fits what was typed. */
  readonly emptyText: string;
  readonly onChange: (value: T) => void;
  readonly className?: string;
}

/**
 * One of a long list, found by typing. 49 KB gzipped with what it needs of Base UI (measured with rolldown): load it with
 * the part of a page that has one.
 */
export function Combobox<T extends string>(props: ComboboxProps<T>): ReactNode {
  const { label, value, options, placeholder, emptyText, onChange, className } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  return (
    <BaseCombobox.Root
      items={options}
      value={options.find((option) => option.value === value) ?? null}
      onValueChange={(option) => {
        if (option !== null) onChange(option.value);
      }}
      onOpenChange={(open) => {
        if (open) setContainer(popupContainer(frame.current));
      }}
    >
      <div
        ref={frame}
        className={cx(
          'flex h-control w-full min-w-0 items-center gap-1.5 rounded-1 border border-line-control bg-surface px-2 text-sm has-focus-visible:border-focus has-focus-visible:shadow-[0_0_0_1px_var(--focus)] forced-colors:has-focus-visible:outline-2',
          className,
        )}
      >
        <BaseCombobox.Input
          aria-label={label}
          placeholder={placeholder}
          className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-text-3"
        />
        <BaseCombobox.Trigger aria-label={label} tabIndex={-1} className="grid size-4 place-items-center">
          <Icon name="down" className="text-text-2" />
        </BaseCombobox.Trigger>
      </div>
      <BaseCombobox.Portal container={container}>
        <BaseCombobox.Positioner anchor={frame} sideOffset={4} collisionPadding={8} className="z-50">
          <BaseCombobox.Popup className="max-h-[min(320px,var(--available-height))] min-w-[var(--anchor-width)] max-w-[calc(100vw-16px)] overflow-y-auto rounded-2 border border-line-strong bg-overlay p-1 text-sm text-text shadow-2">
            <BaseCombobox.Empty className="px-2 text-text-2 not-empty:py-1">{emptyText}</BaseCombobox.Empty>
            <BaseCombobox.List aria-label={label}>
              {(option: SelectOption<T>) => (
                <BaseCombobox.Item
                  key={option.value}
                  value={option}
                  className="flex min-h-dense cursor-default items-center gap-2 rounded-[3px] px-2 data-highlighted:on-tint data-highlighted:bg-accent-soft data-selected:font-medium forced-colors:data-highlighted:outline-2"
                >
                  <span className="min-w-0 flex-1">{option.label}</span>
                  {option.detail === undefined ? null : (
                    <span className="font-normal text-text-2">{option.detail}</span>
                  )}
                  <BaseCombobox.ItemIndicator>
                    <Icon name="check" className="size-3.5 text-accent" />
                  </BaseCombobox.ItemIndicator>
                </BaseCombobox.Item>
              )}
            </BaseCombobox.List>
          </BaseCombobox.Popup>
        </BaseCombobox.Positioner>
      </BaseCombobox.Portal>
    </BaseCombobox.Root>
  );
}
