'use client';

import type { ReactNode } from 'react';
import { ApiError } from '../../lib/client/api-error.ts';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { FailedNotice, HiddenCount } from '../blind/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { SkeletonRows } from '../ui/skeleton.tsx';
import type { RunList } from './use-run-list.ts';

interface RunListStateProps {
  readonly list: RunList;
  readonly onClear: () => void;
  /** Null where nothing can be imported. */
  readonly onImport: (() => void) | null;
  readonly children: ReactNode;
}

/** The rows, or why there are none and what to do. */
export function RunListState({ list, onClear, onImport, children }: RunListStateProps): ReactNode {
  const { error, matched, total, isPending } = list;
  if (matched === null && error instanceof ApiError && error.code === 'forbidden') {
    return <Notice title={t('runs.closed.title')}>{t('runs.closed.body')}</Notice>;
  }
  if (matched === null && error !== null) {
    return (
      <FailedNotice
        error={error}
        title={t('runs.failedTitle')}
        actions={<Button onClick={list.refetch}>{t('common.retry')}</Button>}
      />
    );
  }
  if (isPending || matched === null) return <SkeletonRows what={t('runs.what')} rows={10} columns={7} />;
  if (total === 0) {
    return (
      <Notice
        title={t('runs.empty.title')}
        actions={
          <>
            <NavLink href="/tasks" className={buttonClass({ variant: 'primary' })}>
              {t('runs.empty.play')}
            </NavLink>
            {onImport === null ? null : <Button onClick={onImport}>{t('runs.import.button')}</Button>}
          </>
        }
      >
        {t('runs.empty.body')} <HiddenCount count={list.hidden} />
      </Notice>
    );
  }
  if (matched === 0) {
    return (
      <Notice
        title={t('runs.none', { query: list.shownQuery })}
        actions={<Button onClick={onClear}>{t('filter.clear')}</Button>}
      >
        {t('runs.noneHint', { total: formatNumber(total) })} <HiddenCount count={list.hidden} />
      </Notice>
    );
  }
  return (
    <>
      {error === null ? null : (
        <p role="alert" className="on-tint flex items-center gap-2 bg-err-soft px-3 py-1 text-sm">
          {t('runs.someFailed', { why: error.message })}
          <Button size="sm" onClick={list.refetch}>
            {t('common.retry')}
          </Button>
        </p>
      )}
      {children}
    </>
  );
}
