'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { outcomeKeys } from '../../../lib/client/queries/outcomes.ts';
import { outcomeRoutes } from '../../../lib/contracts/rest-outcomes.ts';
import { TASK_STATUSES, type TaskPlace, type TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { showToast } from '../../ui/toast.ts';
import { type BulkDialogProps, CloseButton, Failed } from './bulk-parts.tsx';

const NAMED = 8;
/** Links to runs that back what is said; the route takes no more. */
const LINKED = 20;

/** Says of the tasks of the selected runs what they are worth; the runs are its evidence. */
export function TasksDialog({ state, tasks, onClose }: BulkDialogProps): ReactNode {
  const id = useId();
  const client = useQueryClient();
  const [status, setStatus] = useState<TaskStatusName>('suspect');
  const [reason, setReason] = useState('');
  const runs = 'ids' in state.target ? state.target.ids : [];
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
      title={t('runs.status.title', { count: tasks.length })}
      description={t('runs.status.body')}
      actions={
        <>
          <CloseButton onClose={onClose} />
          <Button variant="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t('runs.status.set', { count: tasks.length })}
          </Button>
        </>
      }
    >
      <ul className="max-h-40 overflow-y-auto text-sm">
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
      <Failed error={save.error} />
    </Dialog>
  );
}

function nameOf({ scenario, taskIdx }: TaskPlace): string {
  return `${scenario} · ${t('runs.taskOf', { index: taskIdx })}`;
}
