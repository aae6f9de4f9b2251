'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { runViewsQuery } from '../../../lib/client/queries/runs.ts';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { t } from './messages.ts';
import { NumberField } from './number-field.tsx';
import type { QueueDraft, SourceKind } from './queue-draft.ts';

interface SourceFieldsProps {
  readonly draft: Pick<QueueDraft, 'source' | 'q' | 'perTaskPerDay'>;
  readonly kinds: readonly SourceKind[];
  readonly onChange: (to: Partial<QueueDraft>) => void;
}

/** Which runs: those that match now, those that will match too, or none yet. */
export function SourceFields({ draft, kinds, onChange }: SourceFieldsProps): ReactNode {
  const views = useQuery(runViewsQuery()).data?.items ?? [];
  const id = useId();
  const { source, q } = draft;
  const filtered = source === 'filter' || source === 'view';
  return (
    <>
      {kinds.length < 2 ? null : (
        <>
          <span className="text-sm">{t('queueAdmin.source.title')}</span>
          <Select
            label={t('queueAdmin.source.title')}
            value={source}
            options={kinds.map((value) => ({ value, label: t(`queueAdmin.source.${value}`) }))}
            onChange={(value) => onChange({ source: value })}
          />
        </>
      )}
      {filtered ? (
        <>
          <label htmlFor={id} className="text-sm">
            {t('queueAdmin.source.q')}
          </label>
          <Input
            id={id}
            value={q}
            className="font-mono"
            placeholder={t('queueAdmin.source.placeholder')}
            aria-describedby={`${id}hint`}
            onChange={(event) => onChange({ q: event.target.value })}
          />
          <span id={`${id}hint`} className="text-text-2 text-xs">
            {t(source === 'view' ? 'queueAdmin.source.viewHint' : 'queueAdmin.source.filterHint')}
          </span>
          {views.length === 0 ? null : (
            <Select
              label={t('queueAdmin.source.saved')}
              placeholder={t('queueAdmin.source.saved')}
              value={views.find((view) => view.query.trim() === q.trim())?.id ?? null}
              options={views.map((view) => ({ value: view.id, label: view.name, detail: view.query }))}
              onChange={(view) => onChange({ q: views.find((each) => each.id === view)?.query ?? '' })}
            />
          )}
        </>
      ) : null}
      {source === 'view' ? (
        <NumberField
          label={t('queueAdmin.source.perTaskPerDay')}
          hint={t('queueAdmin.source.perTaskPerDayHint')}
          value={draft.perTaskPerDay}
          min={1}
          max={1_000}
          whole
          onChange={(perTaskPerDay) => onChange({ perTaskPerDay })}
        />
      ) : null}
    </>
  );
}
