'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import { tableRowsQuery } from '../../lib/client/queries/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { TableColumn, TableInfo, TablePage, WireCell } from '../../lib/contracts/evidence.ts';
import { cellKey } from '../../lib/domain/wire-cell.ts';
import { rowsWhere, useCellActions, WholeValue } from '../cells/index.ts';
import { Blame } from '../db-diff/index.ts';
import { pushUrl, UrlLink } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

interface RowPanelProps {
  readonly viewed: Viewed;
  readonly page: TablePage;
  readonly row: TablePage['rows'][number];
}

/** One row in full: every value whole, who wrote it, and which rows of other tables point to it. */
export function RowPanel({ viewed, page, row }: RowPanelProps): ReactNode {
  const { table, labels } = page;
  const [history, setHistory] = useState(false);
  const actions = useCellActions();
  const name = table.columns
    .flatMap((column, index) => (column.primaryKey > 0 ? [cellKey(row.cells[index] ?? null) ?? ''] : []))
    .join(', ');
  const title = t('tables.rowTitle', { table: table.name, key: name === '' ? row.key : name });
  return (
    <section
      aria-label={title}
      className="flex max-h-[55%] min-h-0 shrink-0 flex-col border-line-strong border-t bg-surface"
    >
      <header className="on-tint flex shrink-0 flex-wrap items-center gap-2 border-line border-b bg-surface-2 px-3 py-1">
        <h3 className="font-mono font-semibold text-sm">{title}</h3>
        <div className="flex-1" />
        <Button variant="ghost" size="sm" aria-pressed={history} onClick={() => setHistory(!history)}>
          {t(history ? 'tables.hideHistory' : 'tables.history')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('tables.closeRow')}
          onClick={() => pushUrl({ row: '' })}
        >
          <Icon name="close" />
        </Button>
      </header>
      <div className="min-h-0 overflow-y-auto" tabIndex={0} role="group" aria-label={title}>
        <dl>
          {table.columns.map((column, index) => (
            <div
              key={column.name}
              className="grid grid-cols-[minmax(90px,190px)_minmax(0,1fr)] items-baseline gap-x-3 border-line border-b px-3 py-1 font-mono text-sm"
            >
              <dt className="min-w-0">
                <span className="wrap-anywhere">{column.name}</span>{' '}
                <span className="font-sans text-text-3 text-xs">{column.type.toLowerCase()}</span>
              </dt>
              <dd className="min-w-0">
                <WholeValue
                  recordId={viewed.recordId}
                  place={{ table: table.name, key: row.key, column: column.name, seq: viewed.seq }}
                  cell={row.cells[index] ?? null}
                  column={column}
                  labels={labels}
                />
                {actions?.(
                  { table: table.name, key: row.key, column: column.name, seq: viewed.seq },
                  row.cells[index] ?? null,
                )}
                {history ? (
                  <div className="mt-0.5">
                    <Blame
                      viewed={viewed}
                      table={table.name}
                      rowKey={row.key}
                      column={column}
                      before={null}
                      to={viewed.seq}
                    />
                  </div>
                ) : null}
              </dd>
            </div>
          ))}
        </dl>
        <ReferencedBy viewed={viewed} table={table} cells={row.cells} />
      </div>
    </section>
  );
}

interface ReferencedByProps {
  readonly viewed: Viewed;
  readonly table: TableInfo;
  readonly cells: readonly WireCell[];
}

function ReferencedBy({ viewed, table, cells }: ReferencedByProps): ReactNode {
  if (table.referencedBy.length === 0) return null;
  return (
    <section aria-label={t('tables.referencedBy')} className="px-3 py-2">
      <h4 className="mb-1 text-text-2 text-xs">{t('tables.referencedBy')}</h4>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {table.referencedBy.map((from) => {
          const at = indexOf(table.columns, from.toColumn);
          const value = at === -1 ? null : cellKey(cells[at] ?? null);
          return value === null ? null : (
            <li key={`${from.table}.${from.column}`}>
              <ReferencingRows viewed={viewed} table={from.table} column={from.column} value={value} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** `name` null: the primary key, where it is one column. */
function indexOf(columns: readonly TableColumn[], name: string | null): number {
  return columns.findIndex((column) => (name === null ? column.primaryKey === 1 : column.name === name));
}

interface ReferencingRowsProps {
  readonly viewed: Viewed;
  readonly table: string;
  readonly column: string;
  readonly value: string;
}

function ReferencingRows({ viewed, table, column, value }: ReferencingRowsProps): ReactNode {
  const { data } = useQuery(tableRowsQuery(viewed.recordId, viewed.seq, table, { column, value, limit: 1 }));
  const count = data?.state === 'ok' ? data.total.toLocaleString() : '…';
  return (
    <UrlLink set={rowsWhere(table, column, value)} className="font-mono no-underline hover:underline">
      <span className="text-accent">
        {table}.{column}
      </span>{' '}
      <span className="font-sans text-text-2">{count}</span>
    </UrlLink>
  );
}
