'use client';

import { type ReactNode, useId, useState } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import { Input } from '../../ui/input.tsx';
import { t } from './messages.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** No fractions. */
  readonly whole?: boolean;
  /** What it means, in a line. */
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}

/** Leads to the first number that is none, where there is one. */
export function focusWrong(within: HTMLElement | null): boolean {
  const found = within?.querySelector<HTMLInputElement>('input[aria-invalid="true"]') ?? null;
  found?.focus();
  return found !== null;
}

/** A number within bounds; what is typed stays while it is none, and what is wrong with it is said below. */
export function NumberField(props: NumberFieldProps): ReactNode {
  const { label, value, min, max, whole = false, hint, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(value);
  const isRight = (text: string): boolean => {
    const read = Number(text);
    return text.trim() !== '' && read >= min && read <= max && (!whole || Number.isInteger(read));
  };
  const wrong = !isRight(shown);
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="number"
        inputMode={whole ? 'numeric' : 'decimal'}
        min={min}
        max={max}
        step={whole ? 1 : 'any'}
        value={shown}
        aria-invalid={wrong}
        aria-describedby={hint === undefined ? `${id}wrong` : `${id}hint ${id}wrong`}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          if (isRight(text)) onChange(Number(text));
        }}
        // What is wrong stays, with what is wrong about it.
        onBlur={() => setTyped(wrong ? shown : null)}
      />
      {hint === undefined ? null : (
        <span id={`${id}hint`} className="text-text-2 text-xs">
          {hint}
        </span>
      )}
      <span id={`${id}wrong`} role="status" className="text-err text-xs empty:hidden">
        {wrong
          ? t(whole ? 'queueAdmin.settings.notWhole' : 'queueAdmin.settings.notWithin', {
              min: formatNumber(min),
              max: formatNumber(max),
            })
          : null}
      </span>
    </span>
  );
}
