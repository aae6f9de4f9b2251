import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type NoticeTone = 'plain' | 'err' | 'warn' | 'info' | 'ok';

const GLYPHS: Readonly<Record<NoticeTone, string>> = { plain: '', err: '✕', warn: '!', info: 'i', ok: '✓' };
const COLOURS: Readonly<Record<NoticeTone, string>> = {
  plain: 'text-text',
  err: 'text-err',
  warn: 'text-warn',
  info: 'text-info',
  ok: 'text-ok',
};

interface NoticeProps {
  readonly tone?: NoticeTone;
  readonly title: string;
  /** What happened and why. */
  readonly children?: ReactNode;
  /** What to do about it. */
  readonly actions?: ReactNode;
  readonly className?: string;
  /** `alert` speaks at once; leave out for a state that was there from the start. */
  readonly role?: 'alert' | 'status';
}

/** An empty, failed or changed state: what happened, why, what to do. */
export function Notice({
  tone = 'plain',
  title,
  children,
  actions,
  className,
  role,
}: NoticeProps): ReactNode {
  return (
    <section className={cx('flex max-w-[560px] flex-col gap-2 p-4', className)} role={role}>
      <h2 className="font-semibold text-md">
        {GLYPHS[tone] === '' ? null : (
          <span aria-hidden="true" className={cx('mr-1.5', COLOURS[tone])}>
            {GLYPHS[tone]}
          </span>
        )}
        {title}
      </h2>
      {children === undefined ? null : <div className="text-sm text-text-2 wrap-anywhere">{children}</div>}
      {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
    </section>
  );
}
