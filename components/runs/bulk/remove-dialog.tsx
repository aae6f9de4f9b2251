'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatSize } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import { keepingRoutes } from '../../../lib/contracts/rest-keeping.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Loading } from '../../ui/loading.tsx';
import { showToast } from '../../ui/toast.ts';
import { type BulkDialogProps, CloseButton, Failed } from './bulk-parts.tsx';

/** Says which runs would go and which stay and why; what went can be brought back for a while. */
export function RemoveDialog({ state, onClose, onChanged }: BulkDialogProps): ReactNode {
  const { target, count } = state;
  const preview = useQuery({
    queryKey: ['runs', 'deletion-preview', target] as const,
    queryFn: ({ signal }) => callApi(keepingRoutes.previewDeletion, { body: { target } }, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const remove = useMutation({
    mutationFn: () => callApi(keepingRoutes.deleteRuns, { body: { target } }),
    onSuccess: ({ id, runs }) => {
      onChanged();
      onClose();
      showToast({
        tone: 'ok',
        text: t('runs.remove.done', { count: runs }),
        action: {
          label: t('common.undo'),
          onClick: () => {
            callApi(keepingRoutes.undoDeletion, { params: { id } }).then(
              ({ restored }) => {
                onChanged();
                showToast({ tone: 'ok', text: t('runs.remove.restored', { count: restored }) });
              },
              (error: unknown) =>
                showToast({ tone: 'err', text: error instanceof Error ? error.message : String(error) }),
            );
          },
        },
      });
    },
  });
  const found = preview.data;
  return (
    <Dialog
      onClose={onClose}
      title={t('runs.remove.title', { count })}
      description={t('runs.remove.body')}
      actions={
        <>
          <CloseButton onClose={onClose} />
          <Button
            variant="danger"
            disabled={found === undefined || found.runs === 0}
            busy={remove.isPending}
            onClick={() => remove.mutate()}
          >
            {t('runs.remove.go', { count: found?.runs ?? 0 })}
          </Button>
        </>
      }
    >
      {preview.isPending ? (
        <Loading what={t('runs.actions.counting')} className="min-h-5 text-sm text-text-2" />
      ) : null}
      {found === undefined ? null : (
        <ul className="flex flex-col gap-0.5 text-sm">
          <li className="font-medium">
            {t('runs.remove.goes', { count: found.runs, size: formatSize(found.bytes) })}
          </li>
          {found.kept.map(({ reason, runs }) => (
            <li key={reason}>{t(`runs.remove.kept.${reason}`, { count: runs })}</li>
          ))}
          {found.gone === 0 ? null : (
            <li className="text-text-2">{t('runs.remove.gone', { count: found.gone })}</li>
          )}
        </ul>
      )}
      <Failed error={preview.error ?? remove.error} />
    </Dialog>
  );
}
