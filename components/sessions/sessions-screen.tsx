'use client';

import { useQuery } from '@tanstack/react-query';
import { NavLink } from '../layout/nav-link.tsx';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { sessionListQuery } from '../../lib/client/queries/sessions.ts';
import { Page } from '../layout/page.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { SessionTable } from './session-table.tsx';
import { FailedNotice } from '../blind/index.ts';

export function SessionsScreen(): ReactNode {
  const list = useQuery(sessionListQuery());
  return (
    <Page crumbs={[{ label: t('sessions.title') }]}>
      <div className="min-h-0 flex-1 overflow-y-auto bg-surface">
        {list.isPending ? (
          <Loading what={t('sessions.what')} />
        ) : list.data === undefined ? (
          <FailedNotice
            error={list.error}
            title={t('sessions.failedTitle')}
            actions={<Button onClick={() => void list.refetch()}>{t('common.retry')}</Button>}
          />
        ) : list.data.items.length === 0 ? (
          <Notice
            title={t('sessions.emptyTitle')}
            actions={
              <NavLink href="/" className={buttonClass({ variant: 'primary' })}>
                {t('sessions.open')}
              </NavLink>
            }
          >
            {t('sessions.emptyBody')}
          </Notice>
        ) : (
          <>
            <SessionTable items={list.data.items} nowMs={list.dataUpdatedAt} />
            {list.data.total > list.data.items.length ? (
              <p className="px-3 py-2 text-sm text-text-2">
                {t('sessions.more', { shown: list.data.items.length, total: list.data.total })}
              </p>
            ) : null}
          </>
        )}
      </div>
    </Page>
  );
}
