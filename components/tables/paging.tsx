'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { ROW_LIMIT, type TablePage } from '../../lib/contracts/evidence.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import type { TablePlace } from './place.ts';

/** Which rows these are, and the way to the others. */
export function Paging({ place, page }: { readonly place: TablePlace; readonly page: TablePage }): ReactNode {
  const { total, rows, nextOffset } = page;
  if (place.offset === 0 && nextOffset === null) return null;
  const before = Math.max(0, place.offset - ROW_LIMIT);
  return (
    <nav
      aria-label={t('tables.pages')}
      className="flex min-h-row shrink-0 items-center gap-2 border-line border-t px-3 py-1 text-sm text-text-2"
    >
      <span>
        {t('tables.range', {
          first: (place.offset + Math.min(1, rows.length)).toLocaleString(),
          last: (place.offset + rows.length).toLocaleString(),
          total: total.toLocaleString(),
        })}
      </span>
      <span className="flex-1" />
      {place.offset === 0 ? null : (
        <UrlLink
          set={{ offset: before === 0 ? null : String(before), row: null }}
          className={buttonClass({ size: 'sm' })}
        >
          {t('tables.previous')}
        </UrlLink>
      )}
      {nextOffset === null ? null : (
        <UrlLink set={{ offset: String(nextOffset), row: null }} className={buttonClass({ size: 'sm' })}>
          {t('tables.next')}
        </UrlLink>
      )}
    </nav>
  );
}
