'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import { outcomeKeys, type TaskRef } from '../../lib/client/queries/outcomes.ts';
import { runKeys } from '../../lib/client/queries/runs.ts';
import { outcomeRoutes } from '../../lib/contracts/rest-outcomes.ts';
import { showToast } from '../ui/toast.ts';

/** Marks the end of a run as the task's reference; null takes the mark back. */
export function useReference({ scenario, taskIdx }: TaskRef, version: string | null) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (run: string | null) =>
      callApi(outcomeRoutes.markReference, {
        params: { key: scenario, taskIdx },
        body: { run, ...(run === null && version !== null && { version }) },
      }),
    onSuccess: async (_answer, run) => {
      showToast({ tone: 'ok', text: t(run === null ? 'outcomes.unmarked' : 'outcomes.marked') });
      await Promise.all([
        client.invalidateQueries({ queryKey: outcomeKeys.all }),
        client.invalidateQueries({ queryKey: runKeys.all, refetchType: 'none' }),
      ]);
    },
    onError: (error) => showToast({ tone: 'err', text: t('outcomes.markFailed', { why: error.message }) }),
  });
}
