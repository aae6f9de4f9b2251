'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { outcomeQuery, type TaskRef } from '../../lib/client/queries/outcomes.ts';
import type { OutcomeDetail, OutcomeRow } from '../../lib/contracts/outcomes.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { sayRow, sayValue } from './words.ts';
import { FailedNotice } from '../blind/index.ts';

type DetailRow = OutcomeDetail['rows'][number];

const TONES: Readonly<Record<DetailRow['mark'], Tone>> = {
  same: 'ok',
  collateral: 'err',
  differs: 'warn',
  omitted: 'warn',
  new: 'plain',
};
const MARK_GLYPHS: Readonly<Record<DetailRow['mark'], string>> = {
  same: '=',
  collateral: '!',
  differs: '≠',
  omitted: '∅',
  new: '·',
};
const KIND_GLYPHS: Readonly<Record<OutcomeRow['kind'], string>> = {
  added: '+',
  removed: '−',
  changed: '~',
  schema: '§',
};

interface OutcomeRowsProps extends TaskRef {
  readonly state: string;
  readonly version: string | null;
}

/** What runs that end so have changed, row by row, and how that stands beside the reference. */
export function OutcomeRows({ scenario, taskIdx, state, version }: OutcomeRowsProps): ReactNode {
  const query = useQuery(outcomeQuery({ scenario, taskIdx }, state, version));
  if (query.isPending) return <Loading what={t('outcomes.what')} />;
  if (query.data === undefined) {
    return (
      <FailedNotice
        error={query.error}
        title={t('outcomes.rowsFailed')}
        actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  const { rows, more, problem } = query.data;
  if (problem !== null) return <p className="text-text-2">{t('outcomes.rowsUnknown', { why: problem })}</p>;
  if (rows.length === 0) return <p className="text-text-2">{t('outcomes.noRows')}</p>;
  return (
    <>
      <ul aria-label={t('outcomes.rows')} className="flex flex-col gap-1.5">
        {rows.map((row, index) => (
          <li key={index}>
            <RowLine {...row} />
          </li>
        ))}
      </ul>
      {more === 0 ? null : <p className="text-text-2">{t('outcomes.moreRows', { count: more })}</p>}
    </>
  );
}

function RowLine({ mark, row, reference, unread }: DetailRow): ReactNode {
  const { kind, table, key, label, cells } = row;
  const wanted = new Map(reference?.cells.map(({ column, now }) => [column, now]));
  return (
    <div className="rounded-1 border border-line px-2 py-1">
      <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
        <span aria-hidden="true" className="w-3 text-center font-mono font-semibold text-text-2">
          {KIND_GLYPHS[kind]}
        </span>
        <span className="sr-only">{t(`outcomes.kinds.${kind}`)}</span>
        <b className="font-medium wrap-anywhere">{sayRow(table, key, label)}</b>
        <Badge tone={TONES[mark]} glyph={MARK_GLYPHS[mark]}>
          {t(`outcomes.marks.${mark}`)}
        </Badge>
        {unread === true && kind !== 'schema' ? (
          <Badge tone="info" glyph="?" title={t('outcomes.unreadHow')}>
            {t('outcomes.unread')}
          </Badge>
        ) : null}
      </p>
      {cells.length === 0 ? null : (
        <dl className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-2 pl-[18px] font-mono text-xs">
          {cells.map(({ column, was, now }) => {
            const expected = wanted.get(column);
            const isOther = mark === 'differs' && wanted.has(column) && expected !== now;
            return (
              <div key={column} className="col-span-2 grid grid-cols-subgrid">
                <dt className="truncate text-text-2" title={column}>
                  {column}
                </dt>
                <dd className="wrap-anywhere">
                  {was === undefined ? null : (
                    <>
                      <del className="text-text-2">
                        <span className="sr-only">{t('outcomes.was')} </span>
                        {sayValue(was)}
                      </del>
                      <span aria-hidden="true"> → </span>
                      <span className="sr-only">{t('outcomes.now')} </span>
                    </>
                  )}
                  <ins className="no-underline">{sayValue(now)}</ins>
                  {isOther ? (
                    <span className="text-warn">
                      {' '}
                      ({t('outcomes.referenceHas', { value: sayValue(expected) })})
                    </span>
                  ) : null}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </div>
  );
}
