'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { verifierListQuery } from '../../lib/client/queries/verifiers.ts';
import { FailedNotice } from '../blind/index.ts';
import { Page } from '../layout/page.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { VerifierTable } from './verifier-table.tsx';

/** Tasks with runs: which version verifies them, and where people disagree with it. */
export function VerifiersScreen(): ReactNode {
  const list = useQuery(verifierListQuery());
  const items = list.data?.items;
  return (
    <Page
      crumbs={[{ label: t('verifiers.title') }]}
      status={
        items === undefined ? null : (
          <span className="text-sm text-text-2">{t('verifiers.listCount', { count: items.length })}</span>
        )
      }
    >
      {list.isPending ? (
        <Loading what={t('verifiers.what')} />
      ) : list.isError && items === undefined ? (
        <FailedNotice
          error={list.error}
          title={t('verifiers.failed')}
          actions={<Button onClick={() => void list.refetch()}>{t('common.retry')}</Button>}
        />
      ) : items === undefined ? null : items.length === 0 ? (
        <Notice title={t('verifiers.emptyTitle')}>{t('verifiers.emptyBody')}</Notice>
      ) : (
        <VerifierTable items={items} />
      )}
    </Page>
  );
}
