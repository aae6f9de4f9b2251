'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { t as common } from '../../../lib/client/messages/index.ts';
import { t } from './messages.ts';

interface ListedProps<T> {
  readonly label: string;
  readonly query: UseQueryResult<{ readonly items: readonly T[] }>;
  readonly empty: string;
  readonly keyOf: (item: T) => string;
  readonly children: (item: T) => ReactNode;
}

/** The rows of a section, or why there are none. */
export function Listed<T>({ label, query, empty, keyOf, children }: ListedProps<T>): ReactNode {
  if (query.isPending) return <Loading what={t('people.what')} />;
  if (query.isError)
    return (
      <Notice
        tone="err"
        title={t('people.failed')}
        actions={<Button onClick={() => void query.refetch()}>{common('common.retry')}</Button>}
      >
        {query.error.message}
      </Notice>
    );
  const { items } = query.data;
  if (items.length === 0) return <p className="px-3 py-2 text-sm text-text-2">{empty}</p>;
  return (
    // It scrolls: keys reach it.
    <ul aria-label={label} tabIndex={0} className="max-h-96 overflow-y-auto">
      {items.map((item) => (
        <li
          key={keyOf(item)}
          className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3 py-2 text-sm not-first:border-t"
        >
          {children(item)}
        </li>
      ))}
    </ul>
  );
}
