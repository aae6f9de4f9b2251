'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { myQueuesQuery, projectsQuery, queuesQuery } from '../../../lib/client/queries/annotation.ts';
import { Page } from '../../layout/page.tsx';
import { usePaletteItems } from '../../palette/index.ts';
import { AskName, useMay } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { projectHref } from '../frame/index.ts';
import { CreateProject } from '../projects/index.ts';
import { FirstSteps } from './first-steps.tsx';
import { t } from './messages.ts';
import { MyQueues } from './my-queues.tsx';
import { ProjectList } from './project-list.tsx';

/** Where an annotator starts from, and a lead finds the projects. */
export function AnnotateScreen(): ReactNode {
  const [creating, setCreating] = useState(false);
  const mine = useQuery(myQueuesQuery());
  const projects = useQuery(projectsQuery());
  const may = useMay();
  const leads = may('lead');
  const queues = useQuery({ ...queuesQuery(null), enabled: leads });
  const items = projects.data?.items;
  const myItems = mine.data?.items ?? [];
  const [newest] = items ?? [];
  const noWork = queues.data !== undefined && queues.data.items.length === 0;

  usePaletteItems(() => [
    ...myItems.map(({ id, name }) => ({
      id: `annotate/${id}`,
      group: 'actions' as const,
      text: t('projects.palette.label', { name }),
      href: `/annotate/queues/${id}`,
    })),
    ...(items ?? []).map(({ id, name }) => ({
      id: `annotate/${id}`,
      group: 'actions' as const,
      text: t('projects.palette.open', { name }),
      href: projectHref(id),
    })),
    ...(leads
      ? [
          {
            id: 'annotate/new',
            group: 'actions' as const,
            text: t('projects.create'),
            run: () => setCreating(true),
          },
        ]
      : []),
  ]);

  return (
    <Page
      crumbs={[{ label: t('projects.annotate') }]}
      actions={
        items === undefined || !leads ? null : (
          <Button onClick={() => setCreating(true)}>{t('projects.create')}</Button>
        )
      }
    >
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-[1080px] flex-col gap-4 p-3 md:p-4">
          <AskName />
          {mine.isPending || projects.isPending ? (
            <Loading what={t('projects.homeWhat')} />
          ) : mine.isError ? (
            <Notice
              tone="err"
              role="alert"
              title={t('projects.mineFailed')}
              actions={<Button onClick={() => void mine.refetch()}>{t('common.retry')}</Button>}
            >
              {mine.error.message}
            </Notice>
          ) : (
            <>
              {items !== undefined && noWork ? (
                <FirstSteps project={newest ?? null} onCreate={() => setCreating(true)} />
              ) : (
                <MyQueues items={myItems} />
              )}
              {items === undefined || items.length === 0 || !leads ? null : (
                <ProjectList items={items} queues={queues.data?.items ?? []} />
              )}
            </>
          )}
        </div>
      </div>
      {creating ? <CreateProject onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
