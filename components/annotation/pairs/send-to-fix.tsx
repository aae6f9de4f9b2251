'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { pairsRoutes } from '../../../lib/contracts/annotation/rest-pairs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';
import { fixQueuesQuery } from './queries.ts';

interface SendToFixProps {
  /** The run's id, or that of one's own assignment of it. */
  readonly run: string;
  readonly seq: number;
  readonly onClose: () => void;
}

/** Sends a step that went wrong to where others do it right. */
export function SendToFix({ run, seq, onClose }: SendToFixProps): ReactNode {
  const queues = useQuery(fixQueuesQuery());
  const [note, setNote] = useState('');
  const [picked, setPicked] = useState<string>();
  const items = queues.data?.items ?? [];
  const queue = items.find(({ id }) => id === picked) ?? items[0];
  const send = useMutation({
    mutationFn: (to: string) => callApi(pairsRoutes.sendToFix, { body: { run, seq, note, queue: to } }),
    onSuccess: () => {
      showToast({ tone: 'ok', text: t('training.sent', { queue: queue?.name ?? '' }) });
      onClose();
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('training.sendToFix')}
      description={t('training.sendStep', { seq })}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={send.isPending}
            disabled={queue === undefined || note.trim() === ''}
            onClick={() => {
              if (queue !== undefined) send.mutate(queue.id);
            }}
          >
            {t('training.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        {queues.data?.items.length === 0 ? <p>{t('training.noQueues')}</p> : null}
        {queue === undefined ? null : (
          <Select
            label={t('training.queue')}
            value={queue.id}
            options={items.map(({ id, name, projectName }) => ({
              value: id,
              label: name,
              detail: projectName,
            }))}
            onChange={setPicked}
          />
        )}
        <label className="flex flex-col gap-0.5">
          {t('training.note')}
          <Textarea
            rows={3}
            maxLength={4_000}
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </label>
        {send.isError || queues.isError ? (
          <p role="alert" className="text-err">
            {(send.error ?? queues.error)?.message}
          </p>
        ) : null}
      </div>
    </Dialog>
  );
}
