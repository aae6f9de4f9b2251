'use client';

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { SelectList } from './select-list.tsx';
import { findTyped, isTypeahead, NOTHING_TYPED, typeLetter } from './typeahead.ts';

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
  readonly size?: 'md' | 'sm';
  readonly className?: string;
}

const PAGE = 10;

/**
 * One of a list. The focus stays on the box, the list's present option is told by `aria-activedescendant`; letters choose
 * by their beginning, opened or not. Written here: Base UI's select is 42 KB gzipped with what it needs (measured with
 * rolldown), and forms are part of the session page's first load.
 */
export function Select<T extends string>(props: SelectProps<T>): ReactNode {
  const { label, value, options, onChange, disabled = false, size = 'md' } = props;
  const chosen = options.findIndex((option) => option.value === value);
  const [at, setAt] = useState<number | null>(null);
  const typed = useRef(NOTHING_TYPED);
  const box = useRef<HTMLButtonElement>(null);
  const id = useId();
  const open = at !== null;

  useEffect(() => {
    if (!open) return;
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.parentElement?.contains(event.target) !== true)
        setAt(null);
    };
    document.addEventListener('pointerdown', onPress, { capture: true });
    return () => document.removeEventListener('pointerdown', onPress, { capture: true });
  }, [open]);

  function choose(index: number): void {
    const option = options[index];
    setAt(null);
    if (option !== undefined && option.value !== value) onChange(option.value);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const nowMs = performance.now();
    if (isTypeahead(event, typed.current, nowMs)) {
      typed.current = typeLetter(typed.current, event.key, nowMs);
      const found = findTyped(
        options.map((option) => option.label),
        at ?? chosen,
        typed.current.text,
      );
      if (found === null) return;
      event.preventDefault();
      if (open) setAt(found);
      else choose(found);
      return;
    }
    const to = moveTo(event, at, chosen, options.length);
    if (to !== null) {
      event.preventDefault();
      setAt(to);
    } else if (open && (event.key === 'Enter' || event.key === ' ')) {
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      choose(at);
    } else if (open && event.key === 'Escape') {
      // The list alone goes away, not what it stands in.
      event.preventDefault();
      event.stopPropagation();
      setAt(null);
    } else if (open && event.key === 'Tab') choose(at);
  }

  const shown = options[chosen];
  return (
    <span className={cx('block min-w-0', props.className ?? 'w-full')}>
      <button
        ref={box}
        type="button"
        role="combobox"
        id={props.id}
        disabled={disabled}
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-activedescendant={open ? `${id}-${at}` : undefined}
        aria-invalid={props.invalid ?? false}
        aria-required={props.required}
        aria-describedby={props.describedBy}
        onClick={() => setAt(open ? null : Math.max(0, chosen))}
        onBlur={() => setAt(null)}
        onKeyDown={onKeyDown}
        className={cx(
          'flex w-full min-w-0 items-center justify-between gap-2 rounded-1 border border-line-control bg-surface px-2 text-left text-sm outline-none focus-visible:border-focus focus-visible:shadow-[0_0_0_1px_var(--focus)] aria-invalid:border-err aria-invalid:shadow-[0_0_0_1px_var(--err)] disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-2 disabled:text-text-2 forced-colors:focus-visible:outline-2',
          size === 'md' ? 'h-control' : 'h-dense',
        )}
      >
        <span className={cx('min-w-0 flex-1 truncate', shown === undefined && 'text-text-3')}>
          {shown?.label ?? props.placeholder ?? ''}
        </span>
        {shown?.detail === undefined ? null : <span className="truncate text-text-2">{shown.detail}</span>}
        <Icon name="down" className="text-text-2" />
      </button>
      {at === null ? null : (
        <SelectList
          id={id}
          label={label}
          anchor={box}
          options={options}
          chosen={chosen}
          at={at}
          onMove={setAt}
          onChoose={choose}
        />
      )}
    </span>
  );
}

/** Where a key moves to among `count` options; null where it does not move. Keys that open do so at the chosen one. */
function moveTo(event: KeyboardEvent, at: number | null, chosen: number, count: number): number | null {
  if (count === 0 || event.ctrlKey || event.metaKey) return null;
  if (at === null) {
    const opens = ['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key);
    if (opens) return Math.max(0, chosen);
    if (event.key === 'Home') return 0;
    return event.key === 'End' ? count - 1 : null;
  }
  switch (event.key) {
    case 'ArrowDown':
      return Math.min(count - 1, at + 1);
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'PageDown':
      return Math.min(count - 1, at + PAGE);
    case 'PageUp':
      return Math.max(0, at - PAGE);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}
