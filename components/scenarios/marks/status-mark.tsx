import type { ReactNode } from 'react';
import { t } from '../../../lib/client/messages/index.ts';
import { cx } from '../../ui/cx.ts';
import type { TaskStatus } from '../model/entries.ts';

const LOOKS: Readonly<Record<TaskStatus, { readonly glyph: string; readonly look: string }>> = {
  ok: { glyph: '✓', look: 'text-ok' },
  suspect: { glyph: '!', look: 'text-warn' },
  unchecked: { glyph: '·', look: 'text-text-2' },
};

export function StatusMark({ status }: { readonly status: TaskStatus }): ReactNode {
  const { glyph, look } = LOOKS[status];
  return (
    <span className="inline-flex items-center gap-1 text-sm whitespace-nowrap" title={t(`tasks.statusMeans.${status}`)}>
      <span aria-hidden="true" className={cx('w-3 text-center font-semibold', look)}>
        {glyph}
      </span>
      {t(`tasks.statuses.${status}`)}
    </span>
  );
}
