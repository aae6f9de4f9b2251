'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { formatAbsolute, formatAgo } from '../../lib/client/format.ts';
import { t } from '../../lib/client/messages/index.ts';
import { sessionListQuery } from '../../lib/client/queries/sessions.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import { Page } from '../layout/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';

export function SessionsScreen(): ReactNode {
  const list = useQuery(sessionListQuery());
  return (
    <Page crumbs={[{ label: t('sessions.title') }]}>
      <div className="min-h-0 flex-1 overflow-y-auto bg-surface">
        {list.isPending ? (
          <Loading what={t('sessions.what')} />
        ) : list.data === undefined ? (
          <Notice
            tone="err"
            role="alert"
            title={t('sessions.failedTitle')}
            actions={<Button onClick={() => void list.refetch()}>{t('common.retry')}</Button>}
          >
            {list.error.message}
          </Notice>
        ) : list.data.items.length === 0 ? (
          <Notice
            title={t('sessions.emptyTitle')}
            actions={
              <Link href="/" className={buttonClass({ variant: 'primary' })}>
                {t('sessions.open')}
              </Link>
            }
          >
            {t('sessions.emptyBody')}
          </Notice>
        ) : (
          <ul aria-label={t('sessions.title')}>
            {newestFirst(list.data.items).map((info) => (
              <li key={info.id}>
                <SessionRow info={info} nowMs={list.dataUpdatedAt} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Page>
  );
}

function newestFirst(items: readonly LiveSessionInfo[]): readonly LiveSessionInfo[] {
  return items.toSorted((a, b) => b.createdAtMs - a.createdAtMs);
}

function SessionRow({ info, nowMs }: { readonly info: LiveSessionInfo; readonly nowMs: number }): ReactNode {
  return (
    <Link
      href={`/sessions/${encodeURIComponent(info.id)}`}
      prefetch={false}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-2 hover:bg-surface-2 focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 basis-full md:flex-1 md:basis-0">
        <span className="block truncate font-medium">
          {info.scenario ?? t('sessions.noScenario')}
          {info.taskIdx === null ? '' : ` · ${t('session.task', { index: info.taskIdx })}`}
        </span>
        <span className="block truncate text-sm text-text-2" title={info.task ?? undefined}>
          {info.task}
        </span>
      </span>
      <span className="w-16 text-sm">{t('session.steps', { count: info.stepCount })}</span>
      <PhaseBadge info={info} />
      <span className="w-24 text-right text-sm text-text-2" title={formatAbsolute(info.createdAtMs)}>
        {formatAgo(info.createdAtMs, nowMs)}
      </span>
    </Link>
  );
}

function PhaseBadge({ info }: { readonly info: LiveSessionInfo }): ReactNode {
  if (info.done) return <Badge glyph="■">{t('phase.done')}</Badge>;
  const live = info.phase === 'ready' || info.phase === 'running';
  return (
    <Badge tone={live ? 'ok' : 'plain'} glyph={live ? '●' : '○'}>
      {t(`phase.${info.phase}`)}
    </Badge>
  );
}
