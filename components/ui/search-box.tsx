'use client';

import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { Input } from './input.tsx';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly className?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

export function SearchBox({
  label,
  placeholder,
  value,
  onChange,
  onKeyDown,
  className,
  ref,
}: SearchBoxProps): ReactNode {
  return (
    <div role="search" aria-label={label} className={cx('relative min-w-0', className)}>
      <Icon name="search" className="pointer-events-none absolute top-1.5 left-2 text-text-3" />
      <Input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="pl-8"
      />
    </div>
  );
}
