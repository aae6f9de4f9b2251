'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { useSettled } from '../../../lib/client/use-settled.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { SchemaEffect } from '../../../lib/contracts/annotation/projects.ts';
import { projectsRoutes } from '../../../lib/contracts/annotation/rest-projects.ts';
import { labelOutcomeSchema } from '../../../lib/contracts/runs.ts';
import { t } from './messages.ts';
import { FIELD_KINDS } from './field-list.tsx';

interface EffectsProps {
  readonly project: string;
  readonly doc: LabelSchemaDoc;
}

/** What saving would mean for labels that are there already. */
export function Effects({ project, doc }: EffectsProps): ReactNode {
  const asked = useSettled(JSON.stringify(doc), 400);
  const effects = useQuery({
    queryKey: ['annotation', 'effects', project, asked] as const,
    queryFn: ({ signal }) =>
      callApi(
        projectsRoutes.getSchemaEffects,
        { params: { id: project }, body: { doc: JSON.parse(asked) as LabelSchemaDoc } },
        signal,
      ),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (effects.data === undefined || effects.data.labels === 0) return null;
  const { items, labels } = effects.data;
  return (
    <section
      aria-label={t('labelSchema.effects.title')}
      className="rounded-1 border border-line bg-surface p-2 text-sm"
    >
      <h2 className="font-semibold">{t('labelSchema.effects.title')}</h2>
      {items.length === 0 ? (
        <p className="text-text-2">{t('labelSchema.effects.none', { count: labels })}</p>
      ) : (
        <ul>
          {items.map((effect) => (
            <li key={`${effect.kind}/${effect.change}/${effect.name}`} className="text-warn wrap-anywhere">
              <span aria-hidden="true">! </span>
              {effectWords(effect)}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function effectWords({ kind, change, name, labels, version, was, now }: SchemaEffect): string {
  const what = t(`labelSchema.effects.kinds.${kind}`);
  const values = { what, name: name === '' ? what : name, count: labels, version, was, now };
  switch (change) {
    case 'means':
      return t('labelSchema.effects.means', {
        ...values,
        was: meaning(was),
        now: meaning(now),
      });
    case 'type':
      return t('labelSchema.effects.type', {
        ...values,
        was: fieldKind(was),
        now: fieldKind(now),
      });
    case 'removed':
    case 'renamed':
    case 'not_asked':
      return t(`labelSchema.effects.${change}`, values);
  }
}

function meaning(value: string): string {
  const known = labelOutcomeSchema.options.find((each) => each === value);
  return known === undefined ? value : t(`labelSchema.meanings.${known}`);
}

function fieldKind(value: string): string {
  const known = FIELD_KINDS.find((each) => each === value);
  return known === undefined ? value : t(`labelSchema.fields.kinds.${known}`);
}
