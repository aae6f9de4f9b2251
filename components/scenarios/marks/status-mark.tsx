import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { cx } from '../../ui/cx.ts';
import { Badge } from '../../ui/badge.tsx';
import type { TaskStatus } from '../model/entries.ts';

export const STATUS_LOOKS: Readonly<Record<TaskStatus, { readonly glyph: string; readonly look: string }>> = {
  ok: { glyph: '✓', look: 'text-ok' },
  suspect: { glyph: '!', look: 'text-warn' },
  quarantined: { glyph: '⊘', look: 'text-err' },
  fixed: { glyph: '↻', look: 'text-accent' },
  unchecked: { glyph: '·', look: 'text-text-2' },
};

interface StatusMarkProps {
  readonly status: TaskStatus;
  /** Somebody said so. */
  readonly said?: boolean;
  /** What it was said of has changed since. */
  readonly recheck?: boolean;
}

export function StatusMark({ status, said = false, recheck = false }: StatusMarkProps): ReactNode {
  const { glyph, look } = STATUS_LOOKS[status];
  const means = said && (status === 'ok' || status === 'suspect') ? `said_${status}` as const : status;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1 text-sm whitespace-nowrap" title={t(`tasks.statusMeans.${means}`)}>
      <span className="inline-flex items-center gap-1">
        <span aria-hidden="true" className={cx('w-3 text-center font-semibold', look)}>
          {glyph}
        </span>
        {t(`tasks.statuses.${status}`)}
      </span>
      {recheck ? (
        <Badge tone="warn" glyph="?">
          {t('tasks.recheck')}
        </Badge>
      ) : null}
    </span>
  );
}
