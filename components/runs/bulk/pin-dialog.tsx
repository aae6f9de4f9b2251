'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { t } from '../messages.ts';
import { runRoutes } from '../../../lib/contracts/rest-runs.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { type BulkDialogProps, CloseButton, Failed, Preview, useFixed } from './bulk-parts.tsx';

function pin(target: RunTarget, pinned: boolean) {
  return callApi(runRoutes.pinRuns, { body: { target, pinned } });
}

/** Pins runs, or lets them go. */
export function PinDialog({ state, onClose, onChanged }: BulkDialogProps): ReactNode {
  const { target, count } = state;
  const fixed = useFixed(target);
  const act = useMutation({
    mutationFn: (pinned: boolean) => pin(target, pinned),
    onSuccess: ({ changed }, pinned) => {
      onChanged();
      onClose();
      const text = t(pinned ? 'runs.actions.pinned' : 'runs.actions.unpinned', { count: changed });
      showToast({ tone: 'ok', text });
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('runs.actions.pinTitle', { count })}
      description={t('runs.actions.pinBody')}
      actions={
        <>
          <CloseButton onClose={onClose} />
          <Button disabled={fixed.data === undefined || act.isPending} onClick={() => act.mutate(false)}>
            {t('runs.actions.unpin')}
          </Button>
          <Button
            variant="primary"
            disabled={fixed.data === undefined}
            busy={act.isPending}
            onClick={() => act.mutate(true)}
          >
            {t('runs.actions.pin')}
          </Button>
        </>
      }
    >
      <Preview fixed={fixed} />
      <Failed error={act.error} />
    </Dialog>
  );
}
