'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import {
  annotationKeys,
  ITEMS_PAGE,
  type ItemsWhich,
  queueItemsQuery,
} from '../../../lib/client/queries/annotation.ts';
import type { WholeProject } from '../../../lib/contracts/annotation/projects.ts';
import type { QueueItem, QueueSummary } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { pushUrl } from '../../layout/url-link.tsx';
import { Button } from '../../ui/button.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';
import { QueueItemLine } from './queue-item-line.tsx';

const WHICH = ['all', 'work', 'gold', 'untouched', 'in_work', 'full', 'skipped', 'removed'] as const;
const goldPart = createLazyPart(async () => (await import('./gold-dialog.tsx')).GoldDialog);

interface QueueItemsProps {
  readonly queue: QueueSummary;
  readonly project: WholeProject;
}

/** Items with who has which and how far; 50 a page. */
export function QueueItems({ queue, project }: QueueItemsProps): ReactNode {
  const { id } = queue;
  const search = useSearchParams();
  const which: ItemsWhich = WHICH.find((each) => each === search.get('which')) ?? 'all';
  const offset = Math.max(0, Math.trunc(Number(search.get('at') ?? 0)) || 0);
  const items = useQuery(queueItemsQuery(id, which, offset));
  const client = useQueryClient();
  const [goldOf, setGoldOf] = useState<QueueItem | null>(null);
  const gold = goldPart.usePart(goldOf !== null);
  const settle = {
    onSuccess: () => client.invalidateQueries({ queryKey: annotationKeys.all }),
    onError: (error: Error) => showToast({ tone: 'err', text: error.message }),
  };
  const remove = useMutation({
    mutationFn: (item: QueueItem) =>
      callApi(queueAdminRoutes.removeQueueItems, { params: { id }, body: { items: [item.id] } }),
    ...settle,
  });
  const back = useMutation({
    mutationFn: (item: QueueItem) =>
      callApi(queueAdminRoutes.addQueueRuns, {
        params: { id },
        body: { target: { ids: item.run === null ? [] : [item.run] }, again: true },
      }),
    ...settle,
  });
  const release = useMutation({
    mutationFn: (assignment: string) =>
      callApi(queueAdminRoutes.releaseReservation, { params: { id: assignment } }),
    ...settle,
  });
  const total = items.data?.total ?? 0;
  const shown = items.data?.items ?? [];
  return (
    <section
      aria-labelledby="queue-items"
      className="flex flex-col gap-2 rounded-2 border border-line bg-surface p-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="queue-items" className="font-semibold">
          {t('queueAdmin.items.title')}
        </h3>
        <span role="status" className="text-text-2">
          {items.data === undefined ? '' : t('queueAdmin.items.count', { count: total })}
        </span>
        <span className="flex-1" />
        <Select
          className="w-44"
          label={t('queueAdmin.items.which')}
          value={which}
          options={WHICH.map((value) => ({ value, label: t(`queueAdmin.which.${value}`) }))}
          onChange={(value) => pushUrl({ which: value === 'all' ? null : value, at: null })}
        />
      </div>
      {items.isPending ? (
        <Loading what={t('queueAdmin.items.what')} className="min-h-5 text-text-2" />
      ) : items.isError ? (
        <p role="alert" className="text-err wrap-anywhere">
          {items.error.message}{' '}
          <Button size="sm" onClick={() => void items.refetch()}>
            {t('common.retry')}
          </Button>
        </p>
      ) : shown.length === 0 ? (
        <p className="text-text-2">
          {t(which === 'all' ? 'queueAdmin.items.empty' : 'queueAdmin.items.noneOf')}
        </p>
      ) : (
        <ul aria-labelledby="queue-items">
          {shown.map((item) => (
            <QueueItemLine
              key={item.id}
              item={item}
              schema={project.schema.doc}
              onRemove={() => remove.mutate(item)}
              onBack={() => back.mutate(item)}
              onGold={() => setGoldOf(item)}
              onRelease={(assignment) => release.mutate(assignment)}
            />
          ))}
        </ul>
      )}
      {total <= ITEMS_PAGE ? null : (
        <div className="flex items-center gap-2">
          <Button
            disabled={offset === 0}
            onClick={() => pushUrl({ at: String(Math.max(0, offset - ITEMS_PAGE)) })}
          >
            {t('queueAdmin.items.before')}
          </Button>
          <span className="text-text-2 tabular-nums">
            {t('queueAdmin.items.window', {
              first: offset + 1,
              last: Math.min(total, offset + ITEMS_PAGE),
              total,
            })}
          </span>
          <Button
            disabled={offset + ITEMS_PAGE >= total}
            onClick={() => pushUrl({ at: String(offset + ITEMS_PAGE) })}
          >
            {t('queueAdmin.items.after')}
          </Button>
        </div>
      )}
      {goldOf !== null && gold.state === 'ready' ? (
        <gold.part
          queue={id}
          project={project.id}
          item={goldOf}
          schema={project.schema.doc}
          onClose={() => setGoldOf(null)}
        />
      ) : null}
    </section>
  );
}
