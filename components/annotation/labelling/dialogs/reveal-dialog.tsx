'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { callApi } from '../../../../lib/client/api.ts';
import { formatReward } from '../../../../lib/client/format.ts';
import type { z } from 'zod/mini';
import type { revealSchema } from '../../../../lib/contracts/annotation/labelling.ts';
import { labellingRoutes } from '../../../../lib/contracts/annotation/rest-labelling.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FieldError } from '../../../ui/input.tsx';
import { t } from '../aside-messages.ts';
import { assignmentQuery } from '../queries.ts';
import { preferred } from '../preferred.ts';
import { useItem } from '../use-item.ts';

/** Asks before it shows what is hidden: the label says from then on that it was seen. */
export function RevealDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { assignment } = useItem();
  const client = useQueryClient();
  const safe = useRef<HTMLButtonElement>(null);
  const reveal = useMutation({
    mutationFn: () => callApi(labellingRoutes.revealItem, { params: { id: assignment.id } }),
    onSuccess: () =>
      client.setQueryData(assignmentQuery(assignment.id).queryKey, (was) =>
        was === undefined ? was : { ...was, revealed: true },
      ),
  });
  const shown = reveal.data;
  if (shown !== undefined) {
    const { other } = shown;
    const rows = [
      ...(other === null ? rowsOf(shown, '') : [...rowsOf(shown, ' A'), ...rowsOf(other, ' B')]),
      [
        t('labellingAside.othersLabels'),
        shown.labels.length === 0
          ? t('labellingAside.none')
          : shown.labels
              .map(({ outcome, preference }) =>
                preference === null ? (outcome ?? '–') : preferred(preference),
              )
              .join(', '),
      ],
    ];
    return (
      <Dialog
        title={t('labellingAside.revealShown')}
        description={t('labellingAside.revealShownBody')}
        onClose={onClose}
        actions={<Button onClick={onClose}>{t('labelling.close')}</Button>}
      >
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
          {rows.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-text-2">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('labellingAside.revealTitle')}
      description={t('labellingAside.revealBody')}
      onClose={onClose}
      initialFocus={safe}
      actions={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('labellingAside.keep')}
          </Button>
          <Button variant="danger" busy={reveal.isPending} onClick={() => reveal.mutate()}>
            {t('labellingAside.revealDo')}
          </Button>
        </>
      }
    >
      {reveal.isError ? <FieldError id="reveal-failed">{reveal.error.message}</FieldError> : null}
    </Dialog>
  );
}

type RevealedRun = NonNullable<z.output<typeof revealSchema>['other']>;

/** What is told of one run; `side`: which of a pair. */
function rowsOf({ verdict, reward, actor, policy }: RevealedRun, side: string): [string, string][] {
  const none = t('labellingAside.none');
  return [
    [`${t('labellingAside.verdict')}${side}`, verdict ?? none],
    [`${t('labellingAside.reward')}${side}`, reward === null ? none : formatReward(reward)],
    [`${t('labellingAside.actor')}${side}`, actor],
    [`${t('labellingAside.policy')}${side}`, policy ?? none],
  ];
}
