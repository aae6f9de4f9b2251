'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatNumber } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { outcomeKeys } from '../../../lib/client/queries/outcomes.ts';
import { outcomeRoutes } from '../../../lib/contracts/rest-outcomes.ts';
import type { TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { AskName } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input, Textarea } from '../../ui/input.tsx';
import { showToast } from '../../ui/toast.ts';
import type { TaskEntry, TaskStatus } from '../model/entries.ts';

interface StatusDialogProps {
  readonly tasks: readonly TaskEntry[];
  readonly status: TaskStatusName;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Tasks that are named before the rest is counted. */
const NAMED = 5;
const ADDRESS = /^(https?:\/\/|\/(?!\/))/;

/** Says n, which tasks and what they are now, asks for the reason, and only then sets the status. */
export function StatusDialog({ tasks, status, onClose, onDone }: StatusDialogProps): ReactNode {
  const id = useId();
  const client = useQueryClient();
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState('');
  const [href, setHref] = useState('');
  const word = t(`tasks.statuses.${status}`);
  const isBad = href.trim() !== '' && !ADDRESS.test(href.trim());
  const save = useMutation({
    mutationFn: () =>
      callApi(outcomeRoutes.setTaskStatuses, {
        body: {
          tasks: tasks.map(({ scenario, index }) => ({ scenario: scenario.key, taskIdx: index })),
          status,
          reason: reason.trim() === '' ? null : reason.trim(),
          evidence: href.trim() === '' ? [] : [{ label: href.trim().slice(0, 200), href: href.trim() }],
        },
      }),
    onSuccess: async ({ changed, unknown }) => {
      await client.invalidateQueries({ queryKey: outcomeKeys.statuses });
      const done = t('tasks.setDone', { count: changed, status: word });
      showToast({
        tone: unknown === 0 ? 'ok' : 'warn',
        text: unknown === 0 ? done : `${done} ${t('tasks.setUnknown', { count: unknown })}`,
      });
      onDone();
    },
  });
  const submit = () => {
    if (!isBad && !save.isPending) save.mutate();
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  }
  return (
    <Dialog
      title={t('tasks.setTitle', { count: tasks.length, status: word })}
      description={`${t(`tasks.setEffect.${status}`)} ${t('tasks.setWhat', { now: sayNow(tasks) })}`}
      onClose={onClose}
      initialFocus={reasonField}
      actions={
        <>
          <Button onClick={onClose}>{t('tasks.cancel')}</Button>
          <Button variant="primary" busy={save.isPending} onClick={submit}>
            {t('tasks.confirm', { count: tasks.length })}
          </Button>
        </>
      }
    >
      <ul aria-label={t('tasks.setTasks')} className="text-sm">
        {tasks.slice(0, NAMED).map((task) => (
          <li key={task.id} className="truncate" title={task.text}>
            <span className="text-text-2">
              {t('tasks.peekTitle', { scenario: task.scenario.key, index: task.index })}
            </span>{' '}
            {task.text}
          </li>
        ))}
        {tasks.length > NAMED ? (
          <li className="text-text-2">{t('tasks.andMore', { count: formatNumber(tasks.length - NAMED) })}</li>
        ) : null}
      </ul>
      <div className="flex flex-col gap-1 text-sm">
        <label htmlFor={`${id}reason`} className="font-medium">
          {t('tasks.reason')}
        </label>
        <Textarea
          id={`${id}reason`}
          ref={reasonField}
          rows={2}
          maxLength={2_000}
          value={reason}
          aria-describedby={`${id}reason-hint`}
          onChange={(event) => setReason(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span id={`${id}reason-hint`} className="text-text-2 text-xs">
          {t('tasks.reasonHint')}
        </span>
      </div>
      <div className="flex flex-col gap-1 text-sm">
        <label htmlFor={`${id}href`} className="font-medium">
          {t('tasks.evidence')}
        </label>
        <Input
          id={`${id}href`}
          value={href}
          maxLength={2_000}
          aria-invalid={isBad || undefined}
          aria-describedby={`${id}href-hint`}
          onChange={(event) => setHref(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <span id={`${id}href-hint`} className={isBad ? 'text-err text-xs' : 'text-text-2 text-xs'}>
          {t(isBad ? 'tasks.evidenceBad' : 'tasks.evidenceHint')}
        </span>
      </div>
      <AskName />
      {save.isError ? (
        <p role="alert" className="text-err text-sm">
          {t('tasks.setFailed', { why: save.error.message })}
        </p>
      ) : null}
    </Dialog>
  );
}

/** `3 ok, 1 suspect` */
function sayNow(tasks: readonly TaskEntry[]): string {
  const counts = new Map<TaskStatus, number>();
  for (const { status } of tasks) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .map(([status, count]) => `${formatNumber(count)} ${t(`tasks.statuses.${status}`)}`)
    .join(', ');
}
