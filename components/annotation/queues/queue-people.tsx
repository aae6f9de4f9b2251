'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys } from '../../../lib/client/queries/annotation.ts';
import type { QueueDetail, QueueMember } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { May, useMay } from '../../identity/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { showToast } from '../../ui/toast.ts';
import { MembersField } from './members-field.tsx';
import { t } from './messages.ts';

interface QueuePeopleProps {
  readonly queue: QueueDetail;
  readonly onEveryone: (everyone: boolean) => void;
}

/** Who gets items of a queue, and how each has got on. */
export function QueuePeople({ queue, onEveryone }: QueuePeopleProps): ReactNode {
  const { id, people } = queue;
  const client = useQueryClient();
  const may = useMay();
  const settle = {
    onSuccess: (changed: QueueDetail) => {
      client.setQueryData(annotationKeys.queue(id), changed);
      void client.invalidateQueries({ queryKey: annotationKeys.all });
    },
    onError: (error: Error) => showToast({ tone: 'err', text: error.message }),
  };
  const members = useMutation({
    mutationFn: (body: { readonly add?: QueueMember[]; readonly remove?: string[] }) =>
      callApi(queueAdminRoutes.setQueueMembers, { params: { id }, body }),
    ...settle,
  });
  const retry = useMutation({
    mutationFn: (person: string) =>
      callApi(queueAdminRoutes.retryOnboarding, { params: { id }, body: { person } }),
    ...settle,
  });
  return (
    <section
      aria-labelledby="queue-people"
      className="flex flex-col gap-2 rounded-2 border border-line bg-surface p-3 text-sm"
    >
      <h3 id="queue-people" className="font-semibold">
        {t('queueAdmin.members.who')}
      </h3>
      <May needs="lead">
        <Checkbox checked={queue.everyone} onChange={onEveryone} label={t('queueAdmin.members.everyone')} />
        <MembersField
          members={people.filter(({ member }) => member).map(({ person, name }) => ({ person, name }))}
          onAdd={(member) => members.mutate({ add: [member] })}
          onRemove={(person) => members.mutate({ remove: [person] })}
        />
      </May>
      {people.length === 0 ? (
        <p className="text-text-2">
          {t(queue.everyone ? 'queueAdmin.members.noneYet' : 'queueAdmin.members.nobody')}
        </p>
      ) : (
        <ul aria-label={t('queueAdmin.members.progress')}>
          {people.map(({ person, name, submitted, reserved, skipped, returned, onboarding }) => (
            <li key={person} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-0.5 tabular-nums">
              <span className="min-w-32 font-medium">{name}</span>
              <span>{t('queueAdmin.members.submitted', { count: submitted })}</span>
              <span className="text-text-2">
                {t('queueAdmin.members.others', { reserved, skipped, returned })}
              </span>
              {onboarding === null ? null : (
                <>
                  <Badge
                    tone={
                      onboarding.state === 'passed' ? 'ok' : onboarding.state === 'failed' ? 'err' : 'info'
                    }
                  >
                    {t(`queueAdmin.onboarding.${onboarding.state}`, {
                      right: onboarding.right,
                      done: onboarding.done,
                    })}
                  </Badge>
                  {onboarding.state === 'failed' && may('lead') ? (
                    <Button size="sm" onClick={() => retry.mutate(person)}>
                      {t('queueAdmin.members.retry')}
                    </Button>
                  ) : null}
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
