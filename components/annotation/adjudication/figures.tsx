'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/client/format.ts';
import type { AdjudicationItem } from '../../../lib/contracts/annotation/adjudication.ts';
import { labelRows, type LabelRow } from '../../../lib/domain/adjudication/index.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { t } from './messages.ts';
import { figuresQuery } from './queries.ts';
import { rowName } from './row-words.ts';

const SHOWN = 4;

/** How far annotators agree on the questions in which this item's labels differ. */
export function Figures({ item }: { readonly item: AdjudicationItem }): ReactNode {
  const { data } = useQuery(figuresQuery(item.project.id));
  const rows = labelRows(
    item.labels.map(({ doc }) => doc),
    item.schema.doc,
  ).filter(({ differs }) => differs);
  const known = new Map(data?.items.map((each) => [each.id, each.alpha]));
  const told = [...new Map(rows.map((row) => [measureOf(row), row]))].flatMap(([id, row]) => {
    const alpha = known.get(id);
    const name = row.kind === 'step' ? t('adjudication.stepMarks') : rowName(row.id, item.schema.doc);
    return alpha === undefined || alpha.value === null ? [] : [{ id, name, alpha, value: alpha.value }];
  });
  if (told.length === 0) return null;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-text-2">
      {told.slice(0, SHOWN).map(({ id, name, alpha: { low, high }, value }) => (
        <div key={id} className="flex items-baseline gap-1.5">
          <dt>
            <Tooltip text={t('adjudication.alphaWhy')}>
              <span tabIndex={0} className="rounded-1">
                {t('adjudication.alpha', { name })}
              </span>
            </Tooltip>
          </dt>
          <dd className="tabular-nums">
            <b className="font-semibold text-text">{formatNumber(value, 2)}</b>{' '}
            {low === null || high === null ? null : `${formatNumber(low, 2)} – ${formatNumber(high, 2)}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function measureOf(row: LabelRow): string {
  return row.kind === 'step' ? 'steps' : row.id;
}
