'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import { notesQuery, runKeys } from '../../lib/client/queries/run.ts';
import { runRoutes } from '../../lib/contracts/rest-runs.ts';
import type { RunNote } from '../../lib/contracts/runs.ts';
import { showToast } from '../ui/toast.ts';

const NONE: readonly RunNote[] = [];

interface Notes {
  readonly items: readonly RunNote[];
  readonly error: Error | null;
  readonly add: ReturnType<typeof useAddNote>;
  readonly remove: (note: RunNote) => void;
}

/** What people noted on a run and its steps, oldest first. */
export function useNotes(runId: string): Notes {
  const client = useQueryClient();
  const query = useQuery(notesQuery(runId));
  const add = useAddNote(runId);
  const remove = useMutation({
    mutationFn: (note: RunNote) =>
      callApi(runRoutes.removeNote, { params: { id: runId, note: note.id } }).then(() => note),
    onSuccess: ({ text, seq }) => {
      showToast({
        tone: 'info',
        text: t('run.notes.removed'),
        action: { label: t('common.undo'), onClick: () => add.mutate({ text, seq }) },
      });
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: runKeys.one(runId) }),
  });
  return {
    items: query.data?.items ?? NONE,
    error: query.error,
    add,
    remove: remove.mutate,
  };
}

function useAddNote(runId: string) {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: (body: { readonly seq: number | null; readonly text: string }) =>
      callApi(runRoutes.addNote, { params: { id: runId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: runKeys.one(runId) }),
  });
}
