'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys, projectQuery, queuesQuery } from '../../../lib/client/queries/annotation.ts';
import type { QueueDetail } from '../../../lib/contracts/annotation/queue-admin.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Input } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { MembersField } from './members-field.tsx';
import { t } from './messages.ts';
import { focusWrong } from './number-field.tsx';
import { PairAmount, PairPreview } from './pair-fields.tsx';
import { newDraft, pairsOf, type QueueDraft, sourceOf } from './queue-draft.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SourceFields } from './source-fields.tsx';
import { SourcePreview } from './source-preview.tsx';

interface CreateQueueProps {
  readonly project: { readonly id: string; readonly name: string };
  /** Runs that were chosen elsewhere; null: chosen here. */
  readonly given: RunTarget | null;
  /** Its pairs are what is labelled. */
  readonly pairSet?: { readonly id: string; readonly name: string };
  readonly onClose: () => void;
  readonly onCreated: (queue: QueueDetail) => void;
}

/** Everything that a queue is made of, with what its runs come to before it is made. */
export function CreateQueue({ project, given, pairSet, onClose, onCreated }: CreateQueueProps): ReactNode {
  const client = useQueryClient();
  const [draft, setDraft] = useState<QueueDraft>(() =>
    pairSet === undefined
      ? newDraft(given !== null)
      : { ...newDraft(false, 'preference'), name: pairSet.name },
  );
  const asksPairs = (useQuery(projectQuery(project.id)).data?.schema.doc.preference ?? null) !== null;
  const set = pairSet?.id ?? null;
  const queues = useQuery(queuesQuery(project.id)).data?.items ?? [];
  const onboardings = queues.filter(({ kind }) => kind === 'onboarding');
  const first = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLDivElement>(null);
  const id = useId();
  const change = (to: Partial<QueueDraft>) => setDraft((before) => ({ ...before, ...to }));
  const create = useMutation({
    mutationFn: async () => {
      const { name, kind, settings, everyone, onboarding } = draft;
      const body = {
        ...{ project: project.id, name, settings, everyone, onboarding },
        members: [...draft.members],
      };
      if (kind !== 'preference')
        return callApi(queueAdminRoutes.createQueue, {
          body: { ...body, kind, source: kind === 'fix' ? null : await sourceOf(draft, given) },
        });
      const pairs = await pairsOf(draft, given, set);
      if (pairs === null) throw new Error(t('queueAdmin.preview.none'));
      const { queue } = await callApi(queueAdminRoutes.makePairQueue, { body: { ...body, pairs } });
      if (queue === null) throw new Error(t('queueAdmin.preview.none'));
      return queue;
    },
    onSuccess: (queue) => {
      void client.invalidateQueries({ queryKey: annotationKeys.all });
      onCreated(queue);
    },
  });
  const submit = (): void => {
    if (draft.name.trim() !== '' && !create.isPending && !focusWrong(form.current)) create.mutate();
  };
  const pairs = draft.kind === 'preference';
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
            onClick={submit}
          >
            {t('queueAdmin.create.go')}
          </Button>
        </>
      }
    >
      <div ref={form} className="contents">
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
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              submit();
            }}
          />
          {pairSet === undefined ? (
            <Segmented
              label={t('queueAdmin.create.kind')}
              className="self-start"
              value={draft.kind}
              segments={(['label', 'onboarding', 'preference', 'fix'] as const)
                .filter((value) => (value === 'preference' ? asksPairs : value !== 'fix' || given === null))
                .map((value) => ({ value, label: t(`queueAdmin.kinds.${value}`) }))}
              onChange={(kind) =>
                // Pairs are of runs that are there.
                change({
                  kind,
                  ...(kind === 'preference' && given === null && { source: 'filter' as const }),
                  // One person who does it right is enough.
                  ...(kind === 'fix' && { settings: { ...draft.settings, overlap: 1 } }),
                })
              }
            />
          ) : null}
          {pairs ? <p className="text-text-2 text-xs">{t('queueAdmin.pairs.hint')}</p> : null}
          {draft.kind === 'onboarding' ? (
            <p className="text-text-2 text-xs">{t('queueAdmin.create.onboardingHint')}</p>
          ) : null}
          {draft.kind === 'fix' ? (
            <p className="text-text-2 text-xs">{t('queueAdmin.create.fixHint')}</p>
          ) : null}
        </div>
        <fieldset className={cx('flex flex-col gap-1.5', draft.kind === 'fix' && 'hidden')}>
          <legend className="mb-1 font-semibold text-sm">
            {t(pairs ? 'queueAdmin.pairs.title' : 'queueAdmin.create.runs')}
          </legend>
          {pairSet === undefined ? (
            <SourceFields
              draft={draft}
              kinds={given !== null ? ['given'] : pairs ? ['filter'] : ['filter', 'view', 'empty']}
              onChange={change}
            />
          ) : null}
          {pairs && pairSet === undefined ? (
            <PairAmount perTask={draft.pairsPerTask} onChange={(pairsPerTask) => change({ pairsPerTask })} />
          ) : null}
          {pairs ? (
            <PairPreview project={project.id} queue={null} draft={draft} given={given} set={set} />
          ) : (
            <SourcePreview
              queue={null}
              draft={draft}
              given={given}
              mergeIdentical={draft.settings.mergeIdentical}
            />
          )}
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
      </div>
      {create.isError ? <ErrorLine>{create.error.message}</ErrorLine> : null}
    </Dialog>
  );
}
