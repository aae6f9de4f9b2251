'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys, queuesQuery } from '../../../lib/client/queries/annotation.ts';
import type { QueueDetail } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { MembersField } from './members-field.tsx';
import { t } from './messages.ts';
import { newDraft, type QueueDraft, sourceOf } from './queue-draft.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { SourcePreview } from './source-preview.tsx';

interface CreateQueueProps {
  readonly project: { readonly id: string; readonly name: string };
  /** Runs that were chosen elsewhere; null: chosen here. */
  readonly given: RunTarget | null;
  readonly onClose: () => void;
  readonly onCreated: (queue: QueueDetail) => void;
}

/** Everything that a queue is made of, with what its runs come to before it is made. */
export function CreateQueue({ project, given, onClose, onCreated }: CreateQueueProps): ReactNode {
  const client = useQueryClient();
  const [draft, setDraft] = useState<QueueDraft>(() => newDraft(given !== null));
  const queues = useQuery(queuesQuery(project.id)).data?.items ?? [];
  const onboardings = queues.filter(({ kind }) => kind === 'onboarding');
  const first = useRef<HTMLInputElement>(null);
  const id = useId();
  const change = (to: Partial<QueueDraft>) => setDraft((before) => ({ ...before, ...to }));
  const create = useMutation({
    mutationFn: async () => {
      const { name, kind, settings, members, everyone, onboarding } = draft;
      const body = {
        ...{ project: project.id, name, kind, settings, everyone, onboarding },
        members: [...members],
        source: await sourceOf(draft, given),
      };
      return callApi(queueAdminRoutes.createQueue, { body });
    },
    onSuccess: (queue) => {
      void client.invalidateQueries({ queryKey: annotationKeys.all });
      onCreated(queue);
    },
  });
  const nobody = draft.members.length === 0 && !draft.everyone;
  return (
    <Dialog
      onClose={onClose}
      title={t('queueAdmin.create.title', { project: project.name })}
      description={t('queueAdmin.create.body')}
      initialFocus={first}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            disabled={draft.name.trim() === ''}
            busy={create.isPending}
            onClick={() => create.mutate()}
          >
            {t('queueAdmin.create.go')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <label htmlFor={id} className="text-sm">
          {t('queueAdmin.create.name')}
        </label>
        <Input
          id={id}
          ref={first}
          value={draft.name}
          maxLength={120}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Segmented
          label={t('queueAdmin.create.kind')}
          className="self-start"
          value={draft.kind}
          segments={(['label', 'onboarding'] as const).map((value) => ({
            value,
            label: t(`queueAdmin.kinds.${value}`),
          }))}
          onChange={(kind) => change({ kind })}
        />
        {draft.kind === 'onboarding' ? (
          <p className="text-text-2 text-xs">{t('queueAdmin.create.onboardingHint')}</p>
        ) : null}
      </div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-semibold text-sm">{t('queueAdmin.create.runs')}</legend>
        <SourceFields
          draft={draft}
          kinds={given === null ? ['filter', 'view', 'empty'] : ['given']}
          onChange={change}
        />
        <SourcePreview
          queue={null}
          draft={draft}
          given={given}
          mergeIdentical={draft.settings.mergeIdentical}
        />
      </fieldset>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-semibold text-sm">{t('queueAdmin.settings.title')}</legend>
        <SettingsFields
          settings={draft.settings}
          onboarding={draft.kind === 'onboarding'}
          onChange={(to) => change({ settings: { ...draft.settings, ...to } })}
        />
        {draft.kind === 'onboarding' || onboardings.length === 0 ? null : (
          <Select
            label={t('queueAdmin.settings.onboarding')}
            value={draft.onboarding ?? ''}
            options={[
              { value: '', label: t('queueAdmin.settings.noOnboarding') },
              ...onboardings.map((queue) => ({
                value: queue.id,
                label: t('queueAdmin.settings.after', { name: queue.name }),
              })),
            ]}
            onChange={(queue) => change({ onboarding: queue === '' ? null : queue })}
          />
        )}
      </fieldset>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1 font-semibold text-sm">{t('queueAdmin.members.who')}</legend>
        <Checkbox
          checked={draft.everyone}
          onChange={(everyone) => change({ everyone })}
          label={t('queueAdmin.members.everyone')}
        />
        <MembersField
          members={draft.members}
          onAdd={(member) => change({ members: [...draft.members, member] })}
          onRemove={(person) =>
            change({ members: draft.members.filter((member) => member.person !== person) })
          }
        />
        {nobody ? <p className="text-sm text-warn">{t('queueAdmin.members.nobody')}</p> : null}
      </fieldset>
      {create.isError ? (
        <p role="alert" className="text-err text-sm wrap-anywhere">
          <span aria-hidden="true">✕ </span>
          {create.error.message}
        </p>
      ) : null}
    </Dialog>
  );
}
