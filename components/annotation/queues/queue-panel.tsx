'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { z } from 'zod/mini';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys, queueQuery, queuesQuery } from '../../../lib/client/queries/annotation.ts';
import type { WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import type { QueueDetail } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { May } from '../../identity/index.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { showToast } from '../../ui/toast.ts';
import { EditQueue } from './edit-queue.tsx';
import { t } from './messages.ts';
import { QueueItems } from './queue-items.tsx';
import { StateBadge } from './queue-list.tsx';
import { QueuePeople } from './queue-people.tsx';
import { RelabelDialog } from './relabel-dialog.tsx';

type Change = z.input<typeof queueAdminRoutes.changeQueue.body>;

interface QueuePanelProps {
  readonly id: string;
  readonly project: WholeProject;
}

/** One queue: its state, how it is given out, its people, its items. */
export function QueuePanel({ id, project }: QueuePanelProps): ReactNode {
  const queue = useQuery(queueQuery(id));
  return (
    <div className="flex max-w-[1180px] flex-col gap-3 p-3 md:p-4">
      <UrlLink set={{ queue: null, which: null, at: null }} className="self-start text-accent text-sm">
        ← {t('queueAdmin.all')}
      </UrlLink>
      {queue.isPending ? (
        <Loading what={t('queueAdmin.whatQueue')} />
      ) : queue.data === undefined ? (
        <Notice
          tone="err"
          role="alert"
          title={t('queueAdmin.queueFailed')}
          actions={<Button onClick={() => void queue.refetch()}>{t('common.retry')}</Button>}
        >
          {queue.error.message}
        </Notice>
      ) : (
        <Panel queue={queue.data} project={project} />
      )}
    </div>
  );
}

function Panel({
  queue,
  project,
}: {
  readonly queue: QueueDetail;
  readonly project: WholeProject;
}): ReactNode {
  const { id, name, state, counts, source } = queue;
  const client = useQueryClient();
  const [relabelling, setRelabelling] = useState(false);
  const [editing, setEditing] = useState(false);
  const others = useQuery(queuesQuery(project.id)).data?.items ?? [];
  const change = useMutation({
    mutationFn: (body: Change) => callApi(queueAdminRoutes.changeQueue, { params: { id }, body }),
    onSuccess: (changed) => {
      client.setQueryData(annotationKeys.queue(id), changed);
      void client.invalidateQueries({ queryKey: annotationKeys.all });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  const set = (to: 'open' | 'paused' | 'closed') => (
    <Button disabled={change.isPending} onClick={() => change.mutate({ state: to })}>
      {t(`queueAdmin.set.${state === 'closed' ? 'reopen' : to}`)}
    </Button>
  );
  const onboarding = others.find((each) => each.id === queue.onboarding);
  return (
    <>
      <section aria-labelledby="queue" className="rounded-2 border border-line bg-surface p-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="queue" className="min-w-0 font-semibold text-md wrap-anywhere">
            {name}
          </h2>
          <StateBadge state={state} />
          <span className="flex-1" />
          <May needs="lead">
            {state === 'open' ? set('paused') : set('open')}
            {state === 'closed' ? null : set('closed')}
            <Button onClick={() => setRelabelling(true)}>{t('queueAdmin.relabel.action')}</Button>
            <Button aria-expanded={editing} onClick={() => setEditing(!editing)}>
              {t('queueAdmin.edit')}
            </Button>
          </May>
        </div>
        {state === 'open' ? null : (
          <p className="mt-1 text-sm text-text-2">{t(`queueAdmin.stateMeans.${state}`)}</p>
        )}
        <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm tabular-nums">
          {(
            ['items', 'runs', 'gold', 'done', 'reserved', 'returned', 'skips', 'stuck', 'removed'] as const
          ).map((key) => (
            <div key={key} className="flex gap-1.5">
              <dt className="text-text-2">{t(`queueAdmin.counts.${key}`)}</dt>
              <dd className="font-medium">{counts[key]}</dd>
            </div>
          ))}
          <div className="flex gap-1.5">
            <dt className="text-text-2">{t('queueAdmin.counts.labels')}</dt>
            <dd className="font-medium">
              {t('queueAdmin.labels', { given: counts.submitted, wanted: counts.wanted })}
            </dd>
          </div>
        </dl>
        {source?.from === 'view' ? (
          <p className="mt-2 flex flex-wrap items-center gap-2 text-sm">
            {t('queueAdmin.fillsLong', { q: source.q, count: source.perTaskPerDay })}
            <May needs="lead">
              <Button size="sm" onClick={() => change.mutate({ source: null })}>
                {t('queueAdmin.stopFilling')}
              </Button>
            </May>
          </p>
        ) : null}
        {onboarding === undefined ? null : (
          <p className="mt-2 text-sm">{t('queueAdmin.settings.after', { name: onboarding.name })}</p>
        )}
        {editing ? (
          <EditQueue
            queue={queue}
            busy={change.isPending}
            onSave={(to) =>
              change.mutate(to, {
                onSuccess: () => {
                  setEditing(false);
                  showToast({ tone: 'ok', text: t('queueAdmin.settings.savedToast') });
                },
              })
            }
            onClose={() => setEditing(false)}
          />
        ) : null}
      </section>
      <QueuePeople queue={queue} onEveryone={(everyone) => change.mutate({ everyone })} />
      <QueueItems queue={queue} project={project} />
      {relabelling ? (
        <RelabelDialog
          queue={queue}
          sections={project.guidelines.doc.sections}
          chosen={[]}
          onClose={() => setRelabelling(false)}
        />
      ) : null}
    </>
  );
}
