import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

const shared =
  'w-full min-w-0 rounded-1 border border-line-control bg-surface text-sm text-text outline-none placeholder:text-text-3 focus-visible:border-focus focus-visible:shadow-[0_0_0_1px_var(--focus)] aria-invalid:border-err aria-invalid:shadow-[0_0_0_1px_var(--err)] disabled:border-line disabled:bg-surface-2 disabled:text-text-2 forced-colors:focus-visible:outline-2';

export function Input({ className, ...props }: ComponentProps<'input'>): ReactNode {
  return <input className={cx(shared, 'h-control px-2', className)} autoComplete="off" {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>): ReactNode {
  return <textarea className={cx(shared, 'block px-2 py-1', className)} autoComplete="off" {...props} />;
}

/** An input in a frame with more at its ends: an icon, a key, what the value stands for. */
export function InputFrame({
  before,
  after,
  className,
  ...props
}: ComponentProps<'input'> & { readonly before?: ReactNode; readonly after?: ReactNode }): ReactNode {
  return (
    <span
      className={cx(
        'flex h-control w-full min-w-0 items-center gap-1.5 rounded-1 border border-line-control bg-surface px-2 text-sm has-focus-visible:border-focus has-focus-visible:shadow-[0_0_0_1px_var(--focus)] has-aria-invalid:border-err has-aria-invalid:shadow-[0_0_0_1px_var(--err)] has-disabled:border-line has-disabled:bg-surface-2 forced-colors:has-focus-visible:outline-2',
        className,
      )}
    >
      {before}
      <input
        autoComplete="off"
        {...props}
        className="min-w-0 flex-1 bg-transparent text-text outline-none placeholder:text-text-3 disabled:text-text-2"
      />
      {after}
    </span>
  );
}

/** What is wrong with a field, under it; the field points here by `aria-describedby`. */
export function FieldError({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <p id={id} className="text-err text-xs leading-[18px] wrap-anywhere">
      <span aria-hidden="true">✕ </span>
      {children}
    </p>
  );
}
