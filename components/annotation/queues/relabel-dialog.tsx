'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys } from '../../../lib/client/queries/annotation.ts';
import type { GuidelineSection } from '../../../lib/contracts/annotation/label-schema.ts';
import type { QueueSummary } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Loading } from '../../ui/loading.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';

interface RelabelDialogProps {
  readonly queue: QueueSummary;
  readonly sections: readonly GuidelineSection[];
  /** Numbers that are chosen at the start. */
  readonly chosen: readonly string[];
  readonly onClose: () => void;
}

/** Labels that lean on changed sections of the guidelines, to be given again by those who gave them. */
export function RelabelDialog({ queue, sections, chosen: start, onClose }: RelabelDialogProps): ReactNode {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly string[]>(start);
  const { id } = queue;
  const count = useQuery({
    queryKey: [...annotationKeys.queue(id), 'relabel', chosen] as const,
    queryFn: ({ signal }) =>
      callApi(
        queueAdminRoutes.makeRelabelQueue,
        { params: { id }, body: { sections: [...chosen], dryRun: true } },
        signal,
      ),
    staleTime: 0,
    retry: false,
  });
  const make = useMutation({
    mutationFn: () =>
      callApi(queueAdminRoutes.makeRelabelQueue, { params: { id }, body: { sections: [...chosen] } }),
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey: annotationKeys.all });
      onClose();
      showToast({ tone: 'ok', text: t('queueAdmin.relabel.done', { count: made.labels }) });
    },
  });
  const error = make.error ?? count.error;
  return (
    <Dialog
      onClose={onClose}
      title={t('queueAdmin.relabel.title', { name: queue.name })}
      description={t('queueAdmin.relabel.body')}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={count.data === undefined || count.data.labels === 0}
            busy={make.isPending}
            onClick={() => make.mutate()}
          >
            {t('queueAdmin.relabel.go')}
          </Button>
        </>
      }
    >
      <fieldset className="flex max-h-60 flex-col overflow-y-auto">
        <legend className="text-sm">{t('queueAdmin.relabel.sections')}</legend>
        {sections.map(({ number, title }) => (
          <Checkbox
            key={number}
            checked={chosen.includes(number)}
            onChange={(on) => setChosen(on ? [...chosen, number] : chosen.filter((each) => each !== number))}
            label={`${number} ${title}`}
          />
        ))}
      </fieldset>
      {count.isPending ? (
        <Loading what={t('queueAdmin.preview.what')} className="min-h-5 text-sm text-text-2" />
      ) : count.data === undefined ? null : (
        <div role="status" className="text-sm">
          <p className="font-medium">
            {t('queueAdmin.relabel.count', { labels: count.data.labels, items: count.data.items })}
          </p>
          {count.data.gold === 0 ? null : <p>{t('queueAdmin.relabel.gold', { count: count.data.gold })}</p>}
        </div>
      )}
      {error === null ? null : <ErrorLine>{error.message}</ErrorLine>}
    </Dialog>
  );
}
