'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TableChange } from '../../lib/contracts/evidence.ts';
import { isNumericColumn } from '../cells/index.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { useGrid } from './grid-context.ts';
import type { TableLayout } from './layout.ts';
import type { CellProps } from './line.tsx';

interface TableHeadProps {
  readonly table: TableChange;
  readonly open: boolean;
  readonly cell: CellProps;
}

/** The head of a table's card: its name, its rows before and after, what was added, modified and removed. */
export function TableHead({ table, open, cell }: TableHeadProps): ReactNode {
  const { toggleTable, range } = useGrid();
  return (
    <>
      <div
        role="gridcell"
        {...cell(0)}
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 rounded-1 py-1 focus-visible:-outline-offset-2"
      >
        <button
          type="button"
          tabIndex={-1}
          onClick={() => toggleTable(table.name)}
          className="flex min-w-0 items-center gap-1.5 font-mono font-semibold text-sm"
        >
          <Icon name={open ? 'down' : 'right'} className="size-3 text-text-3" />
          <span className="truncate">{table.name}</span>
        </button>
        <span className="font-mono text-text-2 text-sm">
          {table.rowsBefore === table.rowsAfter
            ? t('changes.rows', { count: table.rowsAfter })
            : t('changes.rowsFromTo', { from: table.rowsBefore, to: table.rowsAfter })}
        </span>
        {table.inserted === 0 ? null : (
          <span className="text-add text-sm">+ {t('changes.added', { count: table.inserted })}</span>
        )}
        {table.updated === 0 ? null : (
          <span className="text-mod text-sm">~ {t('changes.modified', { count: table.updated })}</span>
        )}
        {table.deleted === 0 ? null : (
          <span className="text-del text-sm">− {t('changes.removed', { count: table.deleted })}</span>
        )}
        {table.byRowid ? <span className="text-text-2 text-xs">{t('changes.byRowid')}</span> : null}
      </div>
      <div role="gridcell" {...cell(1)} className="shrink-0 rounded-1 focus-visible:-outline-offset-2">
        <UrlLink
          tabIndex={-1}
          set={{
            tab: 'tables',
            table: table.name,
            step: String(range.to),
            ...NO_PLACE,
          }}
          className="text-sm text-text-2 no-underline hover:text-text hover:underline"
        >
          {t('changes.openTable')}
        </UrlLink>
      </div>
    </>
  );
}

const NO_PLACE = { row: null, q: null, sort: null, dir: null, offset: null, col: null, val: null } as const;

/** The names of the columns that are shown. */
export function ColumnHeads({
  table,
  layout,
}: {
  readonly table: TableChange;
  readonly layout: TableLayout;
}): ReactNode {
  return (
    <>
      <span role="columnheader">
        <span className="sr-only">{t('changes.effect')}</span>
      </span>
      {layout.columns.map((index) => {
        const column = table.columns[index];
        if (column === undefined) return null;
        return (
          <span
            key={index}
            role="columnheader"
            title={column.type}
            className={cx('truncate px-2 leading-6', isRight(column) && 'text-right')}
          >
            {column.name}
          </span>
        );
      })}
    </>
  );
}

/** Numbers stand at the right; keys and references, which name rows, at the left. */
export function isRight(column: TableChange['columns'][number]): boolean {
  return isNumericColumn(column) && column.primaryKey === 0 && column.references === null;
}
