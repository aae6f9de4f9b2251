import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Also for links that look like buttons. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-1 border font-medium text-sm whitespace-nowrap no-underline transition-colors duration-[var(--fast)] disabled:cursor-not-allowed aria-disabled:cursor-not-allowed',
  {
    variants: {
      variant: {
        default:
          'border-line-control bg-surface text-text enabled:hover:bg-surface-2 enabled:active:bg-surface-3 aria-pressed:bg-surface-3 [a&]:hover:bg-surface-2 disabled:border-line disabled:bg-surface-2 disabled:text-text-2 aria-disabled:border-line aria-disabled:bg-surface-2 aria-disabled:text-text-2',
        primary:
          'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover disabled:border-line disabled:bg-surface-2 disabled:text-text-2 aria-disabled:border-line aria-disabled:bg-surface-2 aria-disabled:text-text-2',
        danger:
          'border-err bg-surface text-err hover:bg-err-soft disabled:border-line disabled:bg-surface-2 disabled:text-text-2 aria-disabled:border-line aria-disabled:bg-surface-2 aria-disabled:text-text-2',
        ghost:
          'border-transparent bg-transparent text-text-2 enabled:hover:bg-surface-2 enabled:hover:text-text aria-pressed:bg-surface-3 aria-pressed:text-text [a&]:hover:bg-surface-2 disabled:opacity-60',
      },
      size: {
        md: 'h-control px-2.5',
        sm: 'h-dense px-2',
        icon: 'size-control p-0',
        'icon-sm': 'size-dense p-0',
      },
    },
    defaultVariants: { variant: 'default', size: 'md' },
  },
);

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  VariantProps<typeof buttonClass> & {
    readonly disabled?: boolean;
    /** Keeps the focus and can be reached while disabled: for what is disabled only for a moment. */
    readonly focusableWhenDisabled?: boolean;
    /** What it began still runs: disabled, keeps the focus; its words say what it waits for. */
    readonly busy?: boolean;
  };

export function Button(props: ButtonProps): ReactNode {
  const {
    variant,
    size,
    className,
    busy = false,
    disabled = busy,
    focusableWhenDisabled = busy,
    onClick,
    ...rest
  } = props;
  const soft = disabled && focusableWhenDisabled;
  return (
    <button
      type="button"
      {...rest}
      className={cx(buttonClass({ variant, size }), className)}
      disabled={disabled && !soft}
      aria-disabled={soft || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (soft) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
