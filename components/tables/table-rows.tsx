'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { t } from './messages.ts';
import { changesQuery, tableRowsQuery } from '../../lib/client/queries/evidence.ts';
import { serverWords } from '../../lib/client/server-words.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { RowChange, TableChange, TableInfo, TablePage } from '../../lib/contracts/evidence.ts';
import {
  cellText,
  CellValue,
  DataGrid,
  type GridColumn,
  isNumericColumn,
  ReferenceValue,
} from '../cells/index.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Paging } from './paging.tsx';
import { filterColumn, rowsQueryOf, type TablePlace } from './place.ts';
import { RowPanel } from './row-panel.tsx';
import { RowsHead } from './rows-head.tsx';

interface TableRowsProps {
  readonly viewed: Viewed;
  readonly table: TableInfo;
  readonly place: TablePlace;
}

/** A page of a table, and the open row in full below it. */
export function TableRows({ viewed, table, place }: TableRowsProps): ReactNode {
  const query = useQuery(tableRowsQuery(viewed.recordId, viewed.seq, table.name, rowsQueryOf(table, place)));
  const changed = useStepChange(viewed, table.name);
  const page = query.data?.state === 'ok' ? query.data : null;
  const filtered = place.search !== '' || place.value !== null;
  const openKey = place.row ?? (place.value !== null && page?.total === 1 ? page.rows[0]?.key : null);
  const open = page?.rows.find(({ key }) => key === openKey);
  return (
    <>
      <RowsHead table={table} place={place} page={page} column={filterColumn(table, place)} />
      {changed === undefined || changed.deleted === 0 ? null : (
        <p className="shrink-0 px-3 pb-1 text-del text-xs">
          − {t('tables.removedHere', { count: changed.deleted })}
        </p>
      )}
      {query.isLoading ? <Loading what={t('tables.rowsOf', { name: table.name })} /> : null}
      {query.isError ? (
        <Notice
          tone="err"
          role="alert"
          title={t('tables.rowsFailed', { name: table.name })}
          actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
        >
          {query.error.message}
        </Notice>
      ) : null}
      {query.data?.state === 'unavailable' ? (
        <Notice tone="warn" title={t('changes.unavailable')}>
          {serverWords(query.data)}
        </Notice>
      ) : null}
      {page !== null && page.rows.length === 0 ? (
        <Notice
          title={t(filtered ? 'tables.noMatch' : 'tables.empty', { name: table.name })}
          actions={
            filtered ? (
              <Button onClick={() => pushUrl({ q: null, col: null, val: null, offset: null, row: null })}>
                {t('tables.clear')}
              </Button>
            ) : undefined
          }
        >
          {t(filtered ? 'tables.noMatchBody' : 'tables.emptyBody')}
        </Notice>
      ) : null}
      {page !== null && page.rows.length > 0 ? (
        <Rows
          page={page}
          place={place}
          changed={changed}
          openKey={open?.key ?? null}
          stale={query.isPlaceholderData}
        />
      ) : null}
      {page === null ? null : <Paging place={place} page={page} />}
      {page !== null && open !== undefined ? <RowPanel viewed={viewed} page={page} row={open} /> : null}
      {page !== null && open === undefined && place.row !== null && place.row !== '' ? (
        <p role="status" className="shrink-0 border-line border-t px-3 py-2 text-sm text-text-2">
          {t('tables.rowGone')}
        </p>
      ) : null}
    </>
  );
}

/** What the viewed step changed in a table: its first rows. */
function useStepChange({ recordId, seq, step }: Viewed, table: string): TableChange | undefined {
  const { data } = useQuery({
    ...changesQuery(recordId, Math.max(0, seq - 1), seq),
    enabled: step?.wrote === true,
  });
  return data?.state === 'ok' && step?.wrote === true
    ? data.tables.find(({ name }) => name === table)
    : undefined;
}

interface RowsProps {
  readonly page: TablePage;
  readonly place: TablePlace;
  readonly changed: TableChange | undefined;
  readonly openKey: string | null;
  readonly stale: boolean;
}

function Rows({ page, place, changed, openKey, stale }: RowsProps): ReactNode {
  const { table, rows, labels, total } = page;
  const changes = useMemo(() => new Map(changed?.rows.map((row) => [row.key, row])), [changed]);
  const columns = useMemo(() => columnsOf(page), [page]);
  const changeAt = (row: number): RowChange | undefined => changes.get(rows[row]?.key ?? '');
  return (
    <div aria-busy={stale} className="flex min-h-20 flex-1 flex-col">
      <DataGrid
        label={table.name}
        columns={columns}
        rowCount={rows.length}
        of={{ first: place.offset, total }}
        rowKey={(row) => rows[row]?.key ?? String(row)}
        rowClass={(row) => (changeAt(row)?.kind === 'inserted' ? 'on-tint bg-add-soft' : undefined)}
        cellClass={(row, column) => {
          const change = changeAt(row);
          return change?.kind === 'updated' && change.changed.includes(column - 1)
            ? 'on-tint bg-mod-soft'
            : undefined;
        }}
        cell={(row, at) => {
          if (at === 0) return <ChangeMark change={changeAt(row)} />;
          const column = table.columns[at - 1];
          const cell = rows[row]?.cells[at - 1] ?? null;
          if (column === undefined) return null;
          return column.references === null ? (
            <CellValue cell={cell} column={column} />
          ) : (
            <ReferenceValue cell={cell} column={column} labels={labels} />
          );
        }}
        selected={openKey === null ? null : rows.findIndex(({ key }) => key === openKey)}
        onRow={(row) => {
          const key = rows[row]?.key ?? null;
          pushUrl({ row: key === openKey ? '' : key });
        }}
        sort={place.sort === null ? null : { column: place.sort, dir: place.dir }}
        onSort={(column) => pushUrl(nextSort(place, column))}
      />
    </div>
  );
}

/** By a column upwards, downwards, and back to the order of the keys. */
function nextSort(place: TablePlace, column: string): Readonly<Record<string, string | null>> {
  if (place.sort !== column) return { sort: column, dir: null, offset: null };
  return place.dir === 'asc'
    ? { sort: column, dir: 'desc', offset: null }
    : { sort: null, dir: null, offset: null };
}

function columnsOf({ table, rows, labels }: TablePage): readonly GridColumn[] {
  const mark = {
    px: 24,
    id: '',
    head: <span className="sr-only">{t('changes.effect')}</span>,
    chars: 1,
    headChars: 0,
  };
  return [
    mark,
    ...table.columns.map((column, index): GridColumn => {
      const names = Object.values(labels[column.references?.table ?? ''] ?? {});
      const label = names.reduce((most, name) => Math.max(most, name.length + 1), 0);
      return {
        id: column.name,
        head:
          column.primaryKey > 0 ? <b className="font-semibold text-text-2">{column.name}</b> : column.name,
        chars:
          label + rows.reduce((most, { cells }) => Math.max(most, cellText(cells[index] ?? null).length), 4),
        headChars: column.name.length,
        right: isNumericColumn(column) && column.primaryKey === 0 && column.references === null,
        title: describe(column),
        sortable: true,
      };
    }),
  ];
}

function describe(column: TableInfo['columns'][number]): string {
  return [
    column.type === '' ? t('tables.untyped') : column.type,
    column.primaryKey > 0 ? t('tables.primaryKey') : '',
    column.notNull ? 'NOT NULL' : '',
    column.defaultSql === null ? '' : `DEFAULT ${column.defaultSql}`,
    column.generated === 'no' ? '' : `GENERATED ${column.generated.toUpperCase()}`,
    column.references === null ? '' : t('tables.references', { table: column.references.table }),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

function ChangeMark({ change }: { readonly change: RowChange | undefined }): ReactNode {
  if (change === undefined || change.kind === 'deleted') return null;
  const added = change.kind === 'inserted';
  return (
    <span className={added ? 'font-bold text-add' : 'font-bold text-mod'}>
      <span aria-hidden="true">{added ? '+' : '~'}</span>
      <span className="sr-only">{t(added ? 'tables.addedHere' : 'tables.modifiedHere')}</span>
    </span>
  );
}
