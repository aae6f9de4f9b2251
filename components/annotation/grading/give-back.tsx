'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';

/** Verdicts are hidden from whoever has a disagreement in hand: here it is given back. */
export function GiveBack({
  project,
  onDone,
}: {
  readonly project: string;
  readonly onDone: () => void;
}): ReactNode {
  const give = useMutation({
    mutationFn: () =>
      callApi(adjudicationRoutes.giveBackDisagreements, { params: { id: project }, body: {} }),
    onSuccess: ({ givenBack }) => {
      showToast({ tone: 'ok', text: t('grading.givenBack', { count: givenBack }) });
      onDone();
    },
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  return (
    <Button busy={give.isPending} onClick={() => give.mutate()}>
      {t('grading.giveBack')}
    </Button>
  );
}
