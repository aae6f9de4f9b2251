import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

interface FrameProps {
  /** Nothing is sent: dashed and low. */
  readonly off: boolean;
  readonly invalid?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The box of a control that has more in it than text. */
export function Frame({ off, invalid = false, className, children }: FrameProps): ReactNode {
  return (
    <div
      className={cx(
        '@container/frame flex w-full min-w-0 items-stretch rounded-1 border text-sm',
        'has-[[data-text]:focus-visible]:border-focus has-[[data-text]:focus-visible]:border-solid has-[[data-text]:focus-visible]:shadow-[0_0_0_1px_var(--focus)] forced-colors:has-[[data-text]:focus-visible]:outline-2',
        off ? 'min-h-dense border-dashed' : 'min-h-control bg-surface',
        invalid ? 'border-err shadow-[0_0_0_1px_var(--err)]' : 'border-line-control',
        className,
      )}
    >
      {children}
    </div>
  );
}
