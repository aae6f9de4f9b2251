'use client';

import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Browser } from './use-browser.ts';

interface ListStateProps<T> {
  readonly state: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly data: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  readonly what: string;
  readonly total: number;
  readonly browser: Browser<T>;
  readonly children: ReactNode;
}

/** The rows, or why there are none and what to do. */
export function ListState<T>({ state, what, total, browser, children }: ListStateProps<T>): ReactNode {
  if (state.isPending) return <Loading what={what} />;
  if (state.error !== null && state.data === undefined) {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('scenarios.failedTitle')}
        actions={<Button onClick={() => void state.refetch()}>{t('common.retry')}</Button>}
      >
        {state.error.message}
      </Notice>
    );
  }
  if (total === 0) return <Notice title={t('scenarios.emptyTitle')}>{t('scenarios.emptyBody')}</Notice>;
  if (browser.shown.length === 0) {
    return (
      <Notice
        title={t('filter.none', { query: browser.query })}
        actions={<Button onClick={() => browser.setQuery('')}>{t('filter.clear')}</Button>}
      >
        {t('filter.noneHint', { total })}
      </Notice>
    );
  }
  return children;
}
