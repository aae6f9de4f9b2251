'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { type RowsQuery, scenarioRowsQuery } from '../../../lib/client/queries/evidence.ts';
import { serverWords } from '../../../lib/client/server-words.ts';
import { useUrlDraft } from '../../../lib/client/use-url-draft.ts';
import { ROW_LIMIT, type TableInfo } from '../../../lib/contracts/evidence.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { SeedGrid } from './seed-grid.tsx';

interface SeedRowsProps {
  readonly scenarioKey: string;
  readonly table: TableInfo;
}

/** A table's seeded rows, a page of 100 at a time: searched, sorted, or only those with one value in a column. */
export function SeedRows({ scenarioKey, table }: SeedRowsProps): ReactNode {
  const params = useSearchParams();
  const [search, setSearch] = useUrlDraft('q');
  const [column, value] = [columnOf(table, params.get('col'), params.has('val')), params.get('val')];
  const offset = Math.max(0, Number.parseInt(params.get('offset') ?? '0', 10) || 0);
  const query: RowsQuery = {
    ...(search !== '' && { search }),
    ...(column !== null && value !== null && { column, value }),
    ...(params.has('sort') && { sort: params.get('sort') ?? '' }),
    dir: params.get('dir') === 'desc' ? 'desc' : 'asc',
    offset,
  };
  const rows = useQuery(scenarioRowsQuery(scenarioKey, table.name, query));
  const page = rows.data?.state === 'ok' ? rows.data : null;
  const problem = rows.data?.state === 'unavailable' ? serverWords(rows.data) : rows.error?.message;
  return (
    <section aria-label={table.name} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5">
        <SearchBox
          label={t('scenario.searchRows', { table: table.name })}
          placeholder={t('scenario.searchRows', { table: table.name })}
          value={search}
          onChange={setSearch}
          className="min-w-[140px] max-w-[320px] flex-1"
        />
        {column === null || value === null ? null : (
          <span className="flex items-center gap-2 text-sm">
            <span className="font-mono wrap-anywhere">{t('scenario.filtered', { column, value })}</span>
            <UrlLink set={{ col: null, val: null, offset: null }} className={buttonClass({ size: 'sm' })}>
              {t('scenario.showAllRows')}
            </UrlLink>
          </span>
        )}
        {page === null ? null : <Pager total={page.total} offset={offset} next={page.nextOffset} />}
      </div>
      {page !== null ? (
        page.rows.length === 0 ? (
          <Notice title={page.table.rows === 0 ? t('scenario.noRows') : t('scenario.noRowsMatch')} />
        ) : (
          <SeedGrid page={page} sort={params.get('sort')} reversed={query.dir === 'desc'} />
        )
      ) : rows.isPending ? (
        <Loading what={t('scenario.rowsWhat')} />
      ) : (
        <Notice
          tone="err"
          role="alert"
          title={t('scenario.rowsFailed')}
          actions={<Button onClick={() => void rows.refetch()}>{t('common.retry')}</Button>}
        >
          {problem}
        </Notice>
      )}
      <References table={table} />
    </section>
  );
}

/** A link to another table's key may not name its column: then it is the primary key. */
function columnOf(table: TableInfo, asked: string | null, hasValue: boolean): string | null {
  if (!hasValue) return null;
  return asked ?? table.columns.find(({ primaryKey }) => primaryKey === 1)?.name ?? null;
}

interface PagerProps {
  readonly total: number;
  readonly offset: number;
  readonly next: number | null;
}

function Pager({ total, offset, next }: PagerProps): ReactNode {
  const last = Math.min(total, next ?? total);
  const before = Math.max(0, offset - ROW_LIMIT);
  return (
    <nav aria-label={t('scenario.pageOf', { first: offset + 1, last, total })} className="ml-auto flex items-center gap-2">
      <span role="status" className="text-sm text-text-2">
        {total === 0 ? '' : t('scenario.pageOf', { first: offset + 1, last, total })}
      </span>
      {offset === 0 ? null : (
        <UrlLink set={{ offset: before === 0 ? null : String(before) }} className={buttonClass({ size: 'sm' })}>
          {t('scenario.previous')}
        </UrlLink>
      )}
      {next === null ? null : (
        <UrlLink set={{ offset: String(next) }} className={buttonClass({ size: 'sm' })}>
          {t('scenario.next')}
        </UrlLink>
      )}
    </nav>
  );
}

/** The tables that this one points to and those that point to it. */
function References({ table }: { readonly table: TableInfo }): ReactNode {
  const to = [...new Set(table.columns.flatMap(({ references }) => references?.table ?? []))];
  const by = [...new Set(table.referencedBy.map((reference) => reference.table))];
  if (to.length === 0 && by.length === 0) return null;
  return (
    <footer className="flex shrink-0 flex-wrap gap-x-6 gap-y-1 border-line border-t px-3 py-1.5 text-sm text-text-2">
      <TableLinks title={t('scenario.pointsTo')} tables={to} />
      <TableLinks title={t('scenario.pointedBy')} tables={by} />
    </footer>
  );
}

function TableLinks({ title, tables }: { readonly title: string; readonly tables: readonly string[] }): ReactNode {
  if (tables.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-x-2">
      {title}
      {tables.map((table) => (
        <UrlLink
          key={table}
          set={{ table, row: null, q: null, sort: null, dir: null, offset: null, col: null, val: null }}
          className="font-mono text-accent underline"
        >
          {table}
        </UrlLink>
      ))}
    </span>
  );
}
