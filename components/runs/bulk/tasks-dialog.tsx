'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { outcomeKeys } from '../../../lib/client/queries/outcomes.ts';
import { outcomeRoutes } from '../../../lib/contracts/rest-outcomes.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import { TASK_STATUSES, type TaskPlace, type TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { showToast } from '../../ui/toast.ts';
import { type BulkDialogProps, CloseButton, Failed, Preview, useFixed } from './bulk-parts.tsx';

const NAMED = 8;
/** Links to runs that back what is said; the route takes no more. */
const LINKED = 20;

/** Says of the tasks of the selected runs what they are worth; the runs are its evidence. */
export function TasksDialog({ state, onClose }: BulkDialogProps): ReactNode {
  const id = useId();
  const client = useQueryClient();
  const [status, setStatus] = useState<TaskStatusName>('suspect');
  const [reason, setReason] = useState('');
  const fixed = useFixed(state.target);
  const selection = fixed.data?.id;
  const found = useQuery({
    queryKey: ['runs', 'tasks-of', selection] as const,
    queryFn: ({ signal }) =>
      callApi(runRoutes.listSelectedTasks, { params: { id: selection ?? '' } }, signal),
    enabled: selection !== undefined,
    retry: false,
  });
  const tasks = found.data?.items ?? [];
  const runs = 'ids' in state.target ? state.target.ids : (fixed.data?.sample.map((run) => run.id) ?? []);
  const save = useMutation({
    mutationFn: () =>
      callApi(outcomeRoutes.setTaskStatuses, {
        body: {
          tasks: [...tasks],
          status,
          reason: reason.trim() === '' ? null : reason.trim(),
          evidence: runs
            .slice(0, LINKED)
            .map((run) => ({ label: t('runs.named', { id: run.slice(0, 6) }), href: `/web/runs/${run}` })),
        },
      }),
    onSuccess: ({ changed }) => {
      void client.invalidateQueries({ queryKey: outcomeKeys.statuses });
      showToast({ tone: 'ok', text: t('runs.status.done', { count: changed }) });
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('runs.status.title')}
      description={t('runs.status.body')}
      actions={
        <>
          <CloseButton onClose={onClose} />
          <Button
            variant="primary"
            disabled={tasks.length === 0}
            busy={save.isPending || found.isLoading}
            onClick={() => save.mutate()}
          >
            {t('runs.status.set', { count: tasks.length })}
          </Button>
        </>
      }
    >
      <Preview fixed={fixed} />
      <ul aria-label={t('runs.status.tasks')} className="max-h-40 overflow-y-auto text-sm">
        {tasks.slice(0, NAMED).map((task) => (
          <li key={nameOf(task)} className="truncate">
            {nameOf(task)}
          </li>
        ))}
        {tasks.length > NAMED ? (
          <li className="text-text-2">{t('jobs.more', { count: tasks.length - NAMED })}</li>
        ) : null}
      </ul>
      <Segmented
        label={t('runs.status.status')}
        value={status}
        segments={TASK_STATUSES.map((value) => ({ value, label: t(`runs.status.of.${value}`) }))}
        onChange={setStatus}
      />
      <div className="flex flex-col gap-1">
        <label htmlFor={id} className="text-sm">
          {t('runs.status.reason')}
        </label>
        <Textarea
          id={id}
          rows={3}
          maxLength={2_000}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {found.data?.items.length === 0 ? <ErrorLine>{t('runs.status.none')}</ErrorLine> : null}
      <Failed error={save.error ?? found.error} />
    </Dialog>
  );
}

function nameOf({ scenario, taskIdx }: TaskPlace): string {
  return `${scenario} · ${t('runs.taskOf', { index: taskIdx })}`;
}
