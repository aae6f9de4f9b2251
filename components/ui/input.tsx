import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

const shared =
  'w-full min-w-0 rounded-1 border border-line-control bg-surface text-sm text-text outline-none placeholder:text-text-3 focus-visible:border-focus focus-visible:shadow-[0_0_0_1px_var(--focus)] aria-invalid:border-err aria-invalid:shadow-[0_0_0_1px_var(--err)] disabled:border-line disabled:bg-surface-2 disabled:text-text-2';

export function Input({ className, ...props }: ComponentProps<'input'>): ReactNode {
  return <input className={cx(shared, 'h-control px-2', className)} autoComplete="off" {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>): ReactNode {
  return <textarea className={cx(shared, 'block px-2 py-1', className)} autoComplete="off" {...props} />;
}
