'use client';

import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { sortOf } from '../../../lib/domain/filter-query/index.ts';
import { cx } from '../../ui/cx.ts';
import type { Browser } from './use-browser.ts';

interface SortHeaderProps<T> {
  readonly browser: Browser<T>;
  /** Of the filter's `sort:`. */
  readonly name: string;
  readonly label: string;
  readonly end?: boolean;
  readonly children?: ReactNode;
}

/** A column's title that orders the rows: its natural order, turned round, none. */
export function SortHeader<T>({ browser, name, label, end = false, children }: SortHeaderProps<T>): ReactNode {
  const sort = sortOf(browser.tokens);
  const active = sort?.by === name ? sort : null;
  const glyph = active === null ? '' : active.reversed ? '↑' : '↓';
  const state = active === null ? '' : active.reversed ? t('filter.reversed') : t('filter.sorted');
  return (
    <button
      type="button"
      title={t('filter.sortBy', { name: label })}
      onClick={() => browser.toggleSort(name)}
      className={cx(
        'flex min-h-dense min-w-0 items-center gap-1 whitespace-nowrap hover:text-text',
        end && 'justify-end',
        active !== null && 'font-semibold text-text',
      )}
    >
      <span className="truncate">{label}</span>
      {children}
      <span aria-hidden="true">{glyph}</span>
      <span className="sr-only">{state}</span>
    </button>
  );
}
