'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatTime } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { deletionsQuery, keepingKeys } from '../../lib/client/queries/keeping.ts';
import { BY_RULE, type Deletion } from '../../lib/contracts/keeping.ts';
import { keepingRoutes } from '../../lib/contracts/rest-keeping.ts';
import { Button } from '../ui/button.tsx';
import { showToast } from '../ui/toast.ts';

/** What was deleted a short while ago, by people and by rules: each can be brought back until it is gone for good. */
export function DeletionList(): ReactNode {
  const deletions = useQuery(deletionsQuery());
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: ({ id }: Deletion) => callApi(keepingRoutes.undoDeletion, { params: { id } }),
    onSuccess: ({ restored }, { by }) => {
      const word = by === BY_RULE ? 'keeping.restoredPinned' : 'keeping.restored';
      showToast({ tone: 'ok', text: t(word, { count: restored }) });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
    // Where it failed, it may be gone for good by now.
    onSettled: () => client.invalidateQueries({ queryKey: keepingKeys.all }),
  });
  if (deletions.isError) {
    return (
      <p role="alert" className="border-line border-t px-3 py-2 text-err text-sm wrap-anywhere">
        {t('keeping.deletionsFailed', { why: deletions.error.message })}
      </p>
    );
  }
  const items = deletions.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <div className="border-line border-t px-3 py-2">
      <h3 id="deletions" className="font-semibold text-sm">
        {t('keeping.deletions')}
      </h3>
      <ul aria-labelledby="deletions" className="max-h-60 overflow-y-auto">
        {items.map((deletion) => (
          <li key={deletion.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 text-sm">
            <span className="min-w-0 flex-1 wrap-anywhere">{deletedWords(deletion)}</span>
            <span className="text-text-2">
              {t('keeping.undoUntil', { time: formatTime(deletion.undoUntilMs) })}
            </span>
            <Button
              size="sm"
              busy={undo.isPending && undo.variables.id === deletion.id}
              onClick={() => undo.mutate(deletion)}
            >
              {t('keeping.bringBack')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function deletedWords({ runs, by, atMs }: Deletion): string {
  const time = formatTime(atMs);
  return by === BY_RULE
    ? t('keeping.deletedByRule', { count: runs, time })
    : t('keeping.deleted', { count: runs, by, time });
}
