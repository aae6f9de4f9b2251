import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import type { RunList } from './use-run-list.ts';

/** What came since the rows were read, in a line of its own: rows do not move under the pointer. */
export function RunNews({ list }: { readonly list: RunList }): ReactNode {
  const { more, changed } = list.news;
  const said =
    more > 0
      ? t('runs.news', { count: more })
      : more < 0
        ? t('runs.fewer', { count: -more })
        : changed
          ? t('runs.changed')
          : null;
  return (
    <div role="status" className={said === null ? 'hidden' : undefined}>
      {said === null ? null : (
        <p className="on-tint flex min-h-7 items-center gap-2 border-line border-b bg-info-soft px-3 text-sm">
          <span aria-hidden="true" className="text-info">
            ●
          </span>
          {said} <span aria-hidden="true">·</span>
          <Button variant="ghost" size="sm" className="text-accent underline" onClick={list.showNews}>
            {t('runs.show')}
          </Button>
        </p>
      )}
    </div>
  );
}
