'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys, projectsQuery, queuesQuery } from '../../../lib/client/queries/annotation.ts';
import { useGoTo } from '../../../lib/client/use-go-to.ts';
import type { QueueSummary } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.ts';
import { projectHref } from '../frame/index.ts';
import { CreateProject } from '../projects/index.ts';
import { CreateQueue } from './create-queue.tsx';
import { t } from './messages.ts';
import { PairAmount, PairPreview } from './pair-fields.tsx';
import { SourcePreview } from './source-preview.tsx';

interface AddToQueueProps {
  /** Null: none are found, or not yet. */
  readonly target: RunTarget | null;
  /** Null: not known yet. */
  readonly count: number | null;
  /** Which runs, where that is chosen here. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Puts runs into a queue that is there, or into a new one. */
export function AddToQueue({ target, count, children, onClose }: AddToQueueProps): ReactNode {
  const goTo = useGoTo();
  const client = useQueryClient();
  const projects = useQuery(projectsQuery());
  const queues = useQuery(queuesQuery(null));
  const [chosen, setChosen] = useState<string | null>(null);
  const [perTask, setPerTask] = useState<number | null>(10);
  const [creatingIn, setCreatingIn] = useState<string | null>(null);
  const open = (queues.data?.items ?? []).filter(takesRuns);
  const items = projects.data?.items;
  const queue = open.find(({ id }) => id === (chosen ?? open[0]?.id));
  const isNew = chosen?.startsWith('new:') === true || queue === undefined;
  const newIn = items?.find(({ id }) => chosen === `new:${id}`) ?? (isNew ? items?.[0] : undefined);
  const showQueue = (project: string, id: string) => goTo(`${projectHref(project)}?queue=${id}`);
  const add = useMutation({
    mutationFn: ({
      to,
      runs,
    }: {
      readonly to: QueueSummary;
      readonly runs: RunTarget;
    }): Promise<{ readonly items: number }> =>
      to.kind === 'preference'
        ? callApi(queueAdminRoutes.addQueuePairs, {
            params: { id: to.id },
            body: { pairs: { from: 'runs', target: runs, perTask } },
          })
        : callApi(queueAdminRoutes.addQueueRuns, { params: { id: to.id }, body: { target: runs } }),
    onSuccess: (added, { to }) => {
      void client.invalidateQueries({ queryKey: annotationKeys.all });
      onClose();
      showToast({
        tone: 'ok',
        text: t('queueAdmin.add.done', { count: added.items, name: to.name }),
        action: { label: t('queueAdmin.add.show'), onClick: () => showQueue(to.project.id, to.id) },
      });
    },
  });
  const project = items?.find(({ id }) => id === creatingIn);
  if (project !== undefined && target !== null)
    return (
      <CreateQueue
        project={project}
        given={target}
        onClose={onClose}
        onCreated={({ id }) => {
          onClose();
          showQueue(project.id, id);
        }}
      />
    );
  if (items?.length === 0) return <CreateProject onClose={onClose} />;
  return (
    <Dialog
      onClose={onClose}
      title={count === null ? t('queueAdmin.add.titleSome') : t('queueAdmin.add.title', { count })}
      description={t('queueAdmin.add.body')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          {queue !== undefined && !isNew ? (
            <Button
              variant="primary"
              disabled={target === null || add.isPending}
              busy={add.isPending}
              onClick={() => target !== null && add.mutate({ to: queue, runs: target })}
            >
              {t('queueAdmin.add.go')}
            </Button>
          ) : (
            <Button
              variant="primary"
              disabled={newIn === undefined || target === null}
              onClick={() => setCreatingIn(newIn?.id ?? null)}
            >
              {t('queueAdmin.add.next')}
            </Button>
          )}
        </>
      }
    >
      {children}
      {items === undefined || queues.isPending ? (
        projects.isError ? null : (
          <Loading what={t('queueAdmin.add.what')} className="min-h-5 text-sm text-text-2" />
        )
      ) : (
        <>
          <Select
            label={t('queueAdmin.add.where')}
            value={isNew ? (newIn === undefined ? null : `new:${newIn.id}`) : queue.id}
            options={[
              ...open.map(({ id, name, project: { name: of } }) => ({ value: id, label: name, detail: of })),
              ...items.map(({ id, name }) => ({
                value: `new:${id}`,
                label: t('queueAdmin.add.newIn', { project: name }),
              })),
            ]}
            onChange={setChosen}
          />
          {isNew || count === null || queue.kind !== 'preference' ? null : (
            <>
              <PairAmount perTask={perTask} onChange={setPerTask} />
              <PairPreview
                project={queue.project.id}
                queue={queue.id}
                draft={{ source: 'given', q: '', pairsPerTask: perTask }}
                given={target}
                set={null}
              />
            </>
          )}
          {isNew || count === null || queue.kind === 'preference' ? null : (
            <SourcePreview
              queue={queue.id}
              draft={{ source: 'given', q: '', perTaskPerDay: 1 }}
              given={target}
              mergeIdentical={queue.settings.mergeIdentical}
            />
          )}
        </>
      )}
      {[projects.error, queues.error, add.error].map((error, at) =>
        error === null ? null : <ErrorLine key={at}>{error.message}</ErrorLine>,
      )}
    </Dialog>
  );
}

/** Fixes come from their own page, relabelling from labels; of runs for a queue of pairs, any two of a task are one. */
function takesRuns({ kind, state }: QueueSummary): boolean {
  return state !== 'closed' && (kind === 'label' || kind === 'onboarding' || kind === 'preference');
}
