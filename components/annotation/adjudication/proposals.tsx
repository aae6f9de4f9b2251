'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { formatAbsolute } from '../../../lib/client/format.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';
import { proposalsQuery } from './queries.ts';

/** What adjudicators would change in the guidelines; the lead says what became of it. */
export function Proposals({ project }: { readonly project: string }): ReactNode {
  const client = useQueryClient();
  const [shown, setShown] = useState(false);
  const { data } = useQuery(proposalsQuery(project));
  const waiting = data?.items.filter(({ state }) => state === 'open') ?? [];
  const answer = useMutation({
    mutationFn: ({ id, state }: { readonly id: string; readonly state: 'taken' | 'declined' }) =>
      callApi(adjudicationRoutes.answerProposal, { params: { proposal: id }, body: { state } }),
    onSuccess: () => client.invalidateQueries({ queryKey: proposalsQuery(project).queryKey }),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  if (waiting.length === 0 && !shown) return null;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setShown(true)}>
        {t('adjudication.proposals')} ({waiting.length})
      </Button>
      {shown ? (
        <Dialog
          onClose={() => setShown(false)}
          title={t('adjudication.proposals')}
          description={t('adjudication.proposal')}
          actions={null}
        >
          <ul className="flex flex-col gap-3">
            {waiting.map(({ id, section, text, name, atMs }) => (
              <li key={id}>
                <p className="whitespace-pre-line">{text}</p>
                <p className="flex items-center gap-2 text-sm text-text-2">
                  {t('adjudication.proposedBy', { section: section ?? '', name, time: formatAbsolute(atMs) })}
                  <Button size="sm" onClick={() => answer.mutate({ id, state: 'taken' })}>
                    {t('adjudication.take')}
                  </Button>
                  <Button size="sm" onClick={() => answer.mutate({ id, state: 'declined' })}>
                    {t('adjudication.decline')}
                  </Button>
                </p>
              </li>
            ))}
          </ul>
        </Dialog>
      ) : null}
    </>
  );
}
