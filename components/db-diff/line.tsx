'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Blame } from './blame.tsx';
import { DetailsLine } from './details-line.tsx';
import { useGrid } from './grid-context.ts';
import type { Item } from './items.ts';
import { RowLine } from './row-line.tsx';
import { SchemaHead, SchemaLine } from './schema-lines.tsx';
import { ColumnHeads, TableHead } from './table-lines.tsx';

const PAGE = 100;

/** Makes a cell part of the grid's roving focus. */
export type CellProps = (col: number) => {
  readonly 'data-row': number;
  readonly 'data-col': number;
  readonly tabIndex: 0 | -1;
};

/** Cells of a line that the arrows reach. */
export function cellsOf(item: Item): number {
  switch (item.kind) {
    case 'table':
      return 2;
    case 'row':
      return item.layout.columns.length + 2;
    case 'blame':
    case 'more':
    case 'schemaHead':
    case 'schema':
      return 1;
    case 'columns':
    case 'details':
      return 0;
  }
}

interface LineProps {
  readonly item: Item;
  readonly cell: CellProps;
  readonly loading: boolean;
  readonly onMore: (table: string, offset: number) => void;
}

/** What stands in one line of the grid; the frame of the table's card is the caller's. */
export function Line({ item, cell, loading, onMore }: LineProps): ReactNode {
  const { viewed, range } = useGrid();
  switch (item.kind) {
    case 'table':
      return <TableHead table={item.table} open={item.open} cell={cell} />;
    case 'columns':
      return <ColumnHeads table={item.table} layout={item.layout} />;
    case 'row':
      return <RowLine table={item.table} row={item.row} layout={item.layout} open={item.open} cell={cell} />;
    case 'blame': {
      const column = item.table.columns[item.column];
      return (
        <div role="gridcell" {...cell(0)} className="min-w-0 flex-1 py-1 focus-visible:-outline-offset-2">
          {column === undefined || viewed === null ? null : (
            <Blame
              viewed={viewed}
              table={item.table.name}
              rowKey={item.row.key}
              column={column}
              before={range.from}
              to={Math.max(range.from, range.to)}
            />
          )}
        </div>
      );
    }
    case 'details':
      return (
        <div role="gridcell" className="min-w-0 flex-1">
          <DetailsLine table={item.table} row={item.row} />
        </div>
      );
    case 'more': {
      const { inserted, deleted, updated } = item.table;
      const total = inserted + deleted + updated;
      return (
        <div role="gridcell" {...cell(0)} className="flex items-center gap-3 focus-visible:-outline-offset-2">
          <Button
            size="sm"
            tabIndex={-1}
            disabled={loading}
            focusableWhenDisabled
            onClick={() => onMore(item.table.name, item.offset)}
          >
            {loading
              ? t('changes.loadingRows')
              : t('changes.showMore', { count: Math.min(PAGE, total - item.shown), total })}
          </Button>
          <span className="text-text-2 text-xs">{t('changes.shownOf', { shown: item.shown, total })}</span>
        </div>
      );
    }
    case 'schemaHead':
      return <SchemaHead count={item.count} cell={cell} />;
    case 'schema':
      return <SchemaLine change={item.change} cell={cell} />;
  }
}

/** The frame and the ground of a line. */
export function lineClass(item: Item): string {
  const frame = cx('border-line border-x border-b', item.last && 'rounded-b-1');
  switch (item.kind) {
    case 'table':
    case 'schemaHead':
      return cx(
        frame,
        'mt-2.5 flex min-h-row items-center gap-2 rounded-t-1 border-t bg-surface-2 px-2.5 on-tint',
      );
    case 'columns':
      return cx(frame, 'grid font-mono text-text-3 text-xs');
    case 'row':
      return cx(
        frame,
        'font-mono text-sm',
        item.layout.template === null ? 'grid grid-cols-[26px_minmax(0,1fr)]' : 'grid items-center',
        item.row.kind === 'inserted' && 'on-tint bg-add-soft',
        item.row.kind === 'deleted' && 'on-tint bg-del-soft',
        item.row.kind === 'updated' && 'on-tint',
      );
    case 'blame':
      return cx(frame, 'flex items-center pr-2 pl-[34px]');
    case 'details':
      return cx(frame, 'flex bg-surface font-mono text-sm shadow-[inset_3px_0_var(--line-strong)]');
    case 'more':
      return cx(frame, 'flex min-h-9 items-center px-2.5');
    case 'schema':
      return cx(frame, 'flex px-2.5 py-1.5');
  }
}
