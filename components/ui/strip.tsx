import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface StripProps {
  readonly tone: 'warn' | 'err' | 'info' | 'accent';
  readonly children: ReactNode;
  /** At the right end. */
  readonly actions?: ReactNode;
  readonly role?: 'alert' | 'status';
  readonly className?: string;
}

const TONES: Readonly<Record<StripProps['tone'], { readonly glyph: string; readonly colour: string }>> = {
  warn: { glyph: '!', colour: 'bg-warn-soft text-warn' },
  err: { glyph: '✕', colour: 'bg-err-soft text-err' },
  info: { glyph: 'i', colour: 'bg-info-soft text-info' },
  accent: { glyph: '◂', colour: 'bg-accent-soft text-text' },
};

/** One line over a pane: what holds for all of it now (the connection is lost, a past state is shown). */
export function Strip({ tone, children, actions, role, className }: StripProps): ReactNode {
  const { glyph, colour } = TONES[tone];
  return (
    <div
      role={role}
      className={cx(
        'on-tint flex min-h-8 shrink-0 items-center gap-2 py-1 pr-2 pl-3 font-medium text-sm forced-colors:border',
        colour,
        className,
      )}
    >
      <span aria-hidden="true">{glyph}</span>
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {actions}
    </div>
  );
}
