'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Page, type Crumb } from '../layout/page.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { WaysOn } from './banners.tsx';
import { SessionWorkspace } from './session-workspace.tsx';
import { useSession } from './use-session.ts';
import { FailedNotice } from '../blind/index.ts';

/** One session, by its id in the URL: a reload comes back to it. Mount with the id as key. */
export function SessionScreen({ sessionId }: { readonly sessionId: string }): ReactNode {
  const view = useSession(sessionId);
  const { info, gone, error } = view;
  if (info !== null) return <SessionWorkspace sessionId={sessionId} view={view} info={info} />;

  const crumbs: readonly Crumb[] = [
    { label: t('sessions.title'), href: '/sessions' },
    { label: sessionId.slice(0, 8) },
  ];
  return (
    <Page crumbs={crumbs}>
      {gone ? (
        <Notice title={t('session.goneTitle')} actions={<WaysOn info={null} />}>
          {t('session.goneUnknown')}
        </Notice>
      ) : error === null ? (
        <Loading what={t('session.what')} />
      ) : (
        <FailedNotice
          error={error}
          title={t('session.failedTitle')}
          actions={<Button onClick={view.retryNow}>{t('common.retry')}</Button>}
        />
      )}
    </Page>
  );
}
