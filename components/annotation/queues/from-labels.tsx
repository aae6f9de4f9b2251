'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { annotationKeys } from '../../../lib/client/queries/annotation.ts';
import type { LabelDoc } from '../../../lib/contracts/annotation/label-doc.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { QueueItem } from '../../../lib/contracts/annotation/queue-admin.ts';
import { projectsRoutes } from '../../../lib/contracts/annotation/rest-projects.ts';
import { readLabel } from '../../../lib/domain/labels/index.ts';
import { Button } from '../../ui/button.tsx';
import { t } from './messages.ts';

interface FromLabelsProps {
  readonly project: string;
  readonly item: QueueItem;
  readonly schema: LabelSchemaDoc;
  readonly onTake: (doc: LabelDoc) => void;
}

/** Labels and the decision of an item, each to begin a gold label from. */
export function FromLabels({ project, item, schema, onTake }: FromLabelsProps): ReactNode {
  const said = useQuery({
    queryKey: [...annotationKeys.project(project), 'said', item.id] as const,
    queryFn: ({ signal }) =>
      callApi(projectsRoutes.listItemLabels, { params: { id: project, item: item.id } }, signal),
    staleTime: 0,
    retry: false,
  });
  if (said.isError)
    return (
      <p role="alert" className="text-err text-sm wrap-anywhere">
        {said.error.message}
      </p>
    );
  if (said.data?.hidden === true) return <p className="text-sm text-text-2">{t('queueAdmin.gold.hidden')}</p>;
  const items = said.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <ul aria-label={t('queueAdmin.gold.from')} className="flex flex-col gap-1 text-sm">
      {items.map(({ kind, name, atMs, doc }) => (
        <li key={`${kind}/${name}/${String(atMs)}`} className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate">
            {t(`queueAdmin.gold.${kind}`, { name })}:{' '}
            {readLabel(doc, schema)
              .filter(({ row }) => row === 'outcome' || row === 'tags')
              .flatMap(({ words }) => words.map(({ text }) => text))
              .join(', ')}
          </span>
          <Button size="sm" onClick={() => onTake(doc)}>
            {t('queueAdmin.gold.take')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
