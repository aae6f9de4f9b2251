'use client';

import { type ReactNode, useCallback, useId } from 'react';
import { cx } from './cx.ts';

interface CheckboxProps {
  readonly label: ReactNode;
  /** `mixed`: some of a group are. */
  readonly checked: boolean | 'mixed';
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  /** Beside the label, part of the description. */
  readonly hint?: string;
  readonly invalid?: boolean;
  /** -1 where it is one of many that a list's keys reach. */
  readonly tabIndex?: 0 | -1;
  readonly className?: string;
}

const BOX =
  'relative grid size-4 shrink-0 place-items-center rounded-[3px] border font-bold text-xs leading-none has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-1';

/** The browser's own checkbox under our box. */
export function Checkbox(props: CheckboxProps): ReactNode {
  const { label, checked, onChange, disabled = false, hint, invalid = false, className } = props;
  const id = useId();
  const mixed = checked === 'mixed';
  const setMixed = useCallback(
    (input: HTMLInputElement | null) => {
      if (input !== null) input.indeterminate = mixed;
    },
    [mixed],
  );
  return (
    <label
      className={cx(
        'inline-flex min-h-dense items-center gap-1.5 text-sm',
        disabled ? 'cursor-not-allowed text-text-2' : 'cursor-pointer',
        className,
      )}
    >
      <span className={cx(BOX, boxColour(checked, disabled, invalid))}>
        <input
          ref={setMixed}
          type="checkbox"
          checked={checked === true}
          disabled={disabled}
          tabIndex={props.tabIndex}
          aria-invalid={invalid || undefined}
          aria-describedby={hint === undefined ? undefined : `${id}-hint`}
          onChange={(event) => onChange(event.target.checked)}
          className="absolute -inset-1 cursor-[inherit] opacity-0"
        />
        <span aria-hidden="true">{mixed ? '−' : checked ? '✓' : ''}</span>
      </span>
      <span className="min-w-0">{label}</span>
      {hint === undefined ? null : (
        <span id={`${id}-hint`} className="text-text-2 text-xs">
          {hint}
        </span>
      )}
    </label>
  );
}

interface TriStateProps {
  readonly label: ReactNode;
  /** Null: absent, nothing is said either way. */
  readonly value: boolean | null;
  readonly onChange: (value: boolean | null) => void;
  /** The word for each state, read out and shown after the label. */
  readonly words: { readonly absent: string; readonly on: string; readonly off: string };
  readonly disabled?: boolean;
}

/** Three states in a ring: absent, on, off. */
export function TriState({ label, value, onChange, words, disabled = false }: TriStateProps): ReactNode {
  const next = value === null ? true : value ? false : null;
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={() => onChange(next)}
      className="inline-flex min-h-dense items-center gap-1.5 rounded-1 text-sm disabled:cursor-not-allowed"
    >
      <span
        aria-hidden="true"
        className={cx(BOX, boxColour(value === true, disabled, false), value === null && 'border-dashed')}
      >
        {value === true ? '✓' : ''}
      </span>
      {label}
      <span className="text-text-2">{value === null ? words.absent : value ? words.on : words.off}</span>
    </button>
  );
}

function boxColour(checked: boolean | 'mixed', disabled: boolean, invalid: boolean): string {
  if (disabled) return 'border-line bg-surface-2 text-text-2';
  if (checked !== false) return 'border-accent bg-accent text-on-accent';
  return cx('bg-surface', invalid ? 'border-err' : 'border-line-control');
}
