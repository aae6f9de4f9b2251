import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'plain' | 'ok' | 'warn' | 'err' | 'info' | 'write' | 'mod' | 'accent';

const badgeClass = cva(
  'inline-flex shrink-0 items-center gap-1 font-medium text-xs whitespace-nowrap forced-colors:border',
  {
    variants: {
      tone: {
        plain: 'bg-surface-3 text-text-2',
        ok: 'bg-ok-soft text-ok',
        warn: 'bg-warn-soft text-warn',
        err: 'bg-err-soft text-err',
        info: 'bg-info-soft text-info',
        write: 'bg-write-soft text-write',
        mod: 'bg-mod-soft text-mod',
        accent: 'bg-accent-soft text-accent',
      },
      shape: { badge: 'h-[18px] rounded-1 px-[5px]', pill: 'h-5 gap-1.5 rounded-[10px] px-2' },
    },
    defaultVariants: { tone: 'plain', shape: 'badge' },
  },
);

type BadgeProps = ComponentProps<'span'> &
  VariantProps<typeof badgeClass> & {
    /** Meaning never rests on colour alone: the mark that goes with the tone. Hidden from screen readers. */
    readonly glyph?: string;
  };

export function Badge({ tone, shape, glyph, className, children, ...props }: BadgeProps): ReactNode {
  return (
    <span className={cx(badgeClass({ tone, shape }), className)} {...props}>
      {glyph === undefined ? null : <span aria-hidden="true">{glyph}</span>}
      {children}
    </span>
  );
}
