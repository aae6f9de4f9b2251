import { Button as BaseButton } from '@base-ui/react/button';
import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Also for links that look like buttons. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-1 border font-medium text-sm whitespace-nowrap no-underline transition-colors duration-[var(--fast)] data-disabled:cursor-not-allowed',
  {
    variants: {
      variant: {
        default:
          'border-line-control bg-surface text-text hover:bg-surface-2 active:bg-surface-3 data-disabled:border-line data-disabled:bg-surface-2 data-disabled:text-text-2',
        primary:
          'border-accent bg-accent text-on-accent hover:border-accent-hover hover:bg-accent-hover data-disabled:border-line data-disabled:bg-surface-2 data-disabled:text-text-2',
        danger:
          'border-err bg-surface text-err hover:bg-err-soft data-disabled:border-line data-disabled:text-text-2',
        ghost:
          'border-transparent bg-transparent text-text-2 hover:bg-surface-2 hover:text-text data-disabled:hover:bg-transparent',
      },
      size: { md: 'h-control px-2.5', sm: 'h-dense px-2', icon: 'size-control p-0', 'icon-sm': 'size-6 p-0' },
    },
    defaultVariants: { variant: 'default', size: 'md' },
  },
);

type ButtonProps = Omit<ComponentProps<typeof BaseButton>, 'className'> &
  VariantProps<typeof buttonClass> & { readonly className?: string };

export function Button({ variant, size, className, ...props }: ButtonProps): ReactNode {
  return <BaseButton className={cx(buttonClass({ variant, size }), className)} {...props} />;
}
