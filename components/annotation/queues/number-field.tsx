'use client';

import { type ReactNode, useId, useState } from 'react';
import { Input } from '../../ui/input.tsx';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly hint?: string;
  readonly onChange: (value: number) => void;
}

/** A number within bounds; what is typed stays while it is none. */
export function NumberField({ label, value, min, max, hint, onChange }: NumberFieldProps): ReactNode {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(value);
  const read = Number(shown);
  const wrong = shown.trim() === '' || !Number.isFinite(read) || read < min || read > max;
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step="any"
        value={shown}
        aria-invalid={wrong}
        aria-describedby={hint === undefined ? undefined : `${id}hint`}
        onChange={(event) => {
          const text = event.target.value;
          setTyped(text);
          const next = Number(text);
          if (text.trim() !== '' && Number.isFinite(next) && next >= min && next <= max) onChange(next);
        }}
        onBlur={() => setTyped(null)}
      />
      {hint === undefined ? null : (
        <span id={`${id}hint`} className="text-text-2 text-xs">
          {hint}
        </span>
      )}
    </span>
  );
}
