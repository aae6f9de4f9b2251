'use client';

import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { peopleKeys } from '../../../lib/client/queries/who.ts';
import { showToast } from '../../ui/toast.ts';

/** A change to people, invites or tokens; what pages know of them is asked for anew, a failure is told. */
export function useChange<Input, Answer>(
  change: (input: Input) => Promise<Answer>,
): UseMutationResult<Answer, Error, Input> {
  const client = useQueryClient();
  return useMutation({
    networkMode: 'always',
    mutationFn: change,
    onSuccess: () => client.invalidateQueries({ queryKey: peopleKeys.all }),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
}
