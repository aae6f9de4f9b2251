'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';

interface GiveBackProps {
  readonly project: string;
  readonly inHand: number;
  /** On the screen: it stays in hand. */
  readonly current: string | null;
  readonly onDone: () => void;
}

/** What an adjudicator opened and did not decide is hidden from them until they give it back. */
export function GiveBack({ project, inHand, current, onDone }: GiveBackProps): ReactNode {
  const client = useQueryClient();
  const give = useMutation({
    mutationFn: () =>
      callApi(adjudicationRoutes.giveBackDisagreements, {
        params: { id: project },
        body: current === null ? {} : { except: current },
      }),
    onSuccess: ({ givenBack }) => {
      showToast({ tone: 'ok', text: t('adjudication.givenBack', { count: givenBack }) });
      // Whoever comes back takes it again.
      client.removeQueries({
        predicate: ({ queryKey: [kind, item] }) => kind === 'disagreement' && item !== current,
      });
      onDone();
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  if (inHand < (current === null ? 1 : 2)) return null;
  return (
    <span className="flex items-center gap-2">
      {t('adjudication.inHand', { count: inHand })}
      <Button size="sm" busy={give.isPending} onClick={() => give.mutate()}>
        {t('adjudication.giveBack')}
      </Button>
    </span>
  );
}
