'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { queuesQuery } from '../../../lib/client/queries/annotation.ts';
import type { WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import { May, useMay } from '../../identity/index.ts';
import { pushUrl, replaceUrl } from '../../layout/url-link.tsx';
import { usePaletteItems } from '../../palette/index.ts';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProjectFrame } from '../frame/index.ts';
import { ProjectPart } from '../projects/index.ts';
import { t } from './messages.ts';
import { QueueList } from './queue-list.tsx';

const createPart = createLazyPart(async () => (await import('./create-queue.tsx')).CreateQueue);
const editPart = createLazyPart(async () => (await import('../projects/index.ts')).EditProject);
const panelPart = createLazyPart(async () => (await import('./queue-panel.tsx')).QueuePanel);

/** A project's queues, or one of them. */
export function QueuesScreen({ id }: { readonly id: string }): ReactNode {
  return <ProjectPart id={id}>{(project) => <ProjectQueues project={project} />}</ProjectPart>;
}

function ProjectQueues({ project }: { readonly project: WholeProject }): ReactNode {
  const search = useSearchParams();
  const shown = search.get('queue');
  const creating = search.get('new') === 'queue';
  const queues = useQuery(queuesQuery(project.id));
  const create = createPart.usePart(creating);
  const panel = panelPart.usePart(shown !== null);
  const [editing, setEditing] = useState(false);
  const edit = editPart.usePart(editing);
  const leads = useMay()('lead');
  const away = project.archivedAtMs !== null;
  const items = queues.data?.items ?? [];
  const openCreate = () => pushUrl({ new: 'queue' });

  usePaletteItems(() => [
    ...(leads
      ? [{ id: 'queue/new', group: 'actions' as const, text: t('queueAdmin.newQueue'), run: openCreate }]
      : []),
    ...items.map(({ id, name }) => ({
      id: `queue/${id}`,
      group: 'actions' as const,
      text: t('queueAdmin.showQueue', { name }),
      run: () => pushUrl({ queue: id }),
    })),
  ]);

  return (
    <ProjectFrame
      project={project}
      place=""
      actions={
        <May needs="lead">
          <Button
            size="icon"
            variant="ghost"
            aria-label={t('queueAdmin.project')}
            title={t('queueAdmin.project')}
            onClick={() => setEditing(true)}
          >
            <Icon name="settings" />
          </Button>
          <Button variant="primary" disabled={away} onClick={openCreate}>
            {t('queueAdmin.newQueue')}
          </Button>
        </May>
      }
    >
      {away ? (
        <p role="status" className="border-line border-b bg-surface-2 px-3 py-1.5 text-sm">
          {t('queueAdmin.away')}
        </p>
      ) : null}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {shown !== null ? (
          panel.state === 'ready' ? (
            <panel.part key={shown} id={shown} project={project} />
          ) : (
            <Loading what={t('queueAdmin.what')} />
          )
        ) : queues.isPending ? (
          <Loading what={t('queueAdmin.what')} />
        ) : queues.isError ? (
          <Notice
            tone="err"
            role="alert"
            title={t('queueAdmin.failed')}
            actions={<Button onClick={() => void queues.refetch()}>{t('common.retry')}</Button>}
          >
            {queues.error.message}
          </Notice>
        ) : items.length === 0 ? (
          <Notice
            title={t('queueAdmin.emptyTitle')}
            actions={
              <May needs="lead">
                <Button variant="primary" onClick={openCreate}>
                  {t('queueAdmin.newQueue')}
                </Button>
              </May>
            }
          >
            {t('queueAdmin.emptyBody')}
          </Notice>
        ) : (
          <QueueList items={items} />
        )}
      </div>
      {creating && leads && create.state === 'ready' ? (
        <create.part
          project={project}
          given={null}
          onClose={() => replaceUrl({ new: null })}
          onCreated={({ id }) => replaceUrl({ new: null, queue: id })}
        />
      ) : null}
      {editing && edit.state === 'ready' ? (
        <edit.part project={project} onClose={() => setEditing(false)} />
      ) : null}
    </ProjectFrame>
  );
}
