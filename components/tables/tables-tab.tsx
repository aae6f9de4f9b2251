'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import { tablesQuery } from '../../lib/client/queries/evidence.ts';
import { serverWords } from '../../lib/client/server-words.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { TableInfo } from '../../lib/contracts/evidence.ts';
import { useWidth } from '../cells/index.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { chosenTable, readPlace } from './place.ts';
import { TableList, TableSelect } from './table-list.tsx';
import { TableRows } from './table-rows.tsx';
import { ViewNotice } from './view-notice.tsx';

/** Narrower than this, the list of tables is a select above the rows. */
const LIST_FROM_PX = 620;

/** Any table of the viewed state, row by row. */
export function TablesTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const root = useRef<HTMLDivElement>(null);
  const wide = useWidth(root) >= LIST_FROM_PX;
  const query = useQuery(tablesQuery(viewed.recordId, viewed.seq));
  return (
    <div ref={root} className={cx('flex h-full min-h-0', wide ? 'flex-row' : 'flex-col')}>
      {query.isLoading ? <Loading what={t('tables.reading', { seq: viewed.seq })} /> : null}
      {query.isError ? (
        <Notice
          tone="err"
          role="alert"
          title={t('tables.failed')}
          actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
        >
          {query.error.message}
        </Notice>
      ) : null}
      {query.data?.state === 'unavailable' ? (
        <Notice tone="warn" title={t('changes.unavailable')}>
          {t('changes.fullStep', { why: serverWords(query.data) })}
        </Notice>
      ) : null}
      {query.data?.state === 'ok' ? <Tables viewed={viewed} tables={query.data.tables} wide={wide} /> : null}
    </div>
  );
}

interface TablesProps {
  readonly viewed: Viewed;
  readonly tables: readonly TableInfo[];
  readonly wide: boolean;
}

function Tables({ viewed, tables, wide }: TablesProps): ReactNode {
  const place = readPlace(useSearchParams());
  const touched = viewed.step?.tablesTouched ?? [];
  const table = chosenTable(tables, place, touched);
  if (tables.length === 0) return <Notice title={t('tables.none')}>{t('tables.noneBody')}</Notice>;
  const list = { viewed, tables, chosen: table?.name ?? null };
  return (
    <>
      {wide ? <TableList {...list} /> : <TableSelect {...list} />}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
        {table === undefined ? (
          <Notice tone="warn" title={t('tables.missing', { name: place.table ?? '' })}>
            {t('tables.missingBody')}
          </Notice>
        ) : table.kind === 'view' ? (
          <ViewNotice table={table} />
        ) : (
          <TableRows key={table.name} viewed={viewed} table={table} place={place} />
        )}
      </div>
    </>
  );
}
