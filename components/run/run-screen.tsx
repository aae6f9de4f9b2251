'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { ApiError } from '../../lib/client/api-error.ts';
import { t } from './messages.ts';
import { runEpisodeQuery } from '../../lib/client/queries/run.ts';
import { listPlace, shortRunId } from '../../lib/client/run-links.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import { FailedNotice } from '../blind/index.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { type Crumb, Page } from '../layout/page.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { RunWorkspace } from './run-workspace.tsx';

/** One run, whoever made it: what was done at the left, what came of it at the right. Mount with the id as key. */
export function RunScreen({ runId }: { readonly runId: string }): ReactNode {
  const episode = useQuery(runEpisodeQuery(runId));
  const crumbs = useCrumbs(runId, episode.data);
  if (episode.data !== undefined) return <RunWorkspace episode={episode.data} crumbs={crumbs} />;
  return (
    <Page crumbs={crumbs}>
      {episode.isPending ? (
        <Loading what={t('run.what')} />
      ) : isUnknown(episode.error) ? (
        <Notice
          title={t('run.unknownTitle', { id: shortRunId(runId) })}
          actions={
            <NavLink href="/runs" className={buttonClass()}>
              {t('run.toRuns')}
            </NavLink>
          }
        >
          {t('run.unknownBody')}
        </Notice>
      ) : (
        <FailedNotice
          error={episode.error}
          title={t('run.failedTitle')}
          actions={<Button onClick={() => void episode.refetch()}>{t('common.retry')}</Button>}
        />
      )}
    </Page>
  );
}

function isUnknown(error: Error): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

function useCrumbs(runId: string, episode: Episode | undefined): readonly Crumb[] {
  const place = listPlace(useSearchParams());
  const list = {
    label: t('run.list'),
    href: place === null || place.q === '' ? '/runs' : `/runs?q=${encodeURIComponent(place.q)}`,
  };
  const last = { label: shortRunId(runId) };
  if (episode === undefined) return [list, last];
  const task = episode.taskIdx === null ? t('session.noTask') : t('session.task', { index: episode.taskIdx });
  const at = episode.taskIdx === null ? '' : `?task=${String(episode.taskIdx)}`;
  return [
    list,
    {
      label: `${episode.scenario} · ${task}`,
      href: `/scenarios/${encodeURIComponent(episode.scenario)}${at}`,
    },
    last,
  ];
}
