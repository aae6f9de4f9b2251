'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { myQueuesQuery, projectsQuery, queuesQuery } from '../../../lib/client/queries/annotation.ts';
import { Page } from '../../layout/page.tsx';
import { usePaletteItems } from '../../palette/index.ts';
import { AskName, useMay, useWho } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { projectHref } from '../frame/index.ts';
import { FirstSteps } from './first-steps.tsx';
import { t } from './messages.ts';
import { MyQueues } from './my-queues.tsx';
import { ProjectList } from './project-list.tsx';

const createPart = createLazyPart(async () => (await import('../projects/index.ts')).CreateProject);

/** Where an annotator starts from, and a lead finds the projects. */
export function AnnotateScreen(): ReactNode {
  const [creating, setCreating] = useState(false);
  const create = createPart.usePart(creating);
  const mine = useQuery(myQueuesQuery());
  const [archived, setArchived] = useState(false);
  const projects = useQuery({ ...projectsQuery(archived), placeholderData: keepPreviousData });
  const may = useMay();
  // What was submitted by a page that closed before the server had it.
  useEffect(() => {
    void import('../labelling/outbox.ts').then(({ pageOutbox }) => pageOutbox().resume());
  }, []);
  const leads = may('lead');
  const looks = useWho()?.permissions.includes('analyse') === true;
  const queues = useQuery({ ...queuesQuery(null), enabled: looks });
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
              {items !== undefined && noWork && leads ? (
                <FirstSteps project={newest ?? null} onCreate={() => setCreating(true)} />
              ) : (
                <MyQueues items={myItems} />
              )}
              {items === undefined || items.length === 0 || !(looks || may('adjudicate')) ? null : (
                <ProjectList
                  items={items}
                  queues={queues.data?.items ?? []}
                  archived={archived}
                  onArchived={setArchived}
                />
              )}
            </>
          )}
        </div>
      </div>
      {creating && create.state === 'ready' ? <create.part onClose={() => setCreating(false)} /> : null}
    </Page>
  );
}
