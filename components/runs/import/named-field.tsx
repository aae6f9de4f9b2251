'use client';

import { type ComponentProps, type ReactNode, useId } from 'react';
import { FieldError, Input } from '../../ui/input.tsx';

interface NamedFieldProps extends Pick<
  ComponentProps<'input'>,
  'inputMode' | 'maxLength' | 'spellCheck' | 'type'
> {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string;
  readonly error?: string | undefined;
}

/** A field with its name beside it, and below what it is for or what is wrong with it. */
export function NamedField({ label, value, onChange, hint, error, ...props }: NamedFieldProps): ReactNode {
  const id = useId();
  const told = error ?? hint;
  return (
    <span className="grid grid-cols-[88px_1fr] items-center gap-x-2 gap-y-0.5 text-sm">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        value={value}
        maxLength={200}
        aria-invalid={error !== undefined}
        aria-describedby={told === undefined ? undefined : `${id}-told`}
        onChange={(event) => onChange(event.target.value)}
        {...props}
      />
      {told === undefined ? null : (
        <span className="col-start-2">
          {error === undefined ? (
            <span id={`${id}-told`} className="block text-text-2 text-xs">
              {hint}
            </span>
          ) : (
            <FieldError id={`${id}-told`}>{error}</FieldError>
          )}
        </span>
      )}
    </span>
  );
}
