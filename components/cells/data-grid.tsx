'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import { cx } from '../ui/cx.ts';
import { useRovingGrid } from './use-roving-grid.ts';

const ROW_PX = 28;
const HEAD_PX = 25;
const MIN_PX = 48;
const MAX_PX = 320;
const PADDING_PX = 18;
/** Advance of the mono font at 12 px, and of its 11 px heads with room for the mark of the sort. */
const MONO_PX = 7.25;
const HEAD_CHAR_PX = 6.7;
const SORT_PX = 16;

export interface GridColumn {
  readonly id: string;
  readonly head: ReactNode;
  /** Longest text of the column, in characters, its head not counted. */
  readonly chars: number;
  /** Characters of the head. */
  readonly headChars: number;
  /** Fixed, where the characters do not say it. */
  readonly px?: number;
  readonly right?: boolean;
  readonly title?: string;
  /** Says that the column can be sorted by. */
  readonly sortable?: boolean;
}

export interface GridSort {
  readonly column: string;
  readonly dir: 'asc' | 'desc';
}

interface DataGridProps {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly rowCount: number;
  /** Of all rows, where only a page of them is given: the first row's position, 0-based, and how many there are. */
  readonly of?: { readonly first: number; readonly total: number };
  readonly cell: (row: number, column: number) => ReactNode;
  readonly rowKey?: (row: number) => string;
  readonly rowClass?: (row: number) => string | undefined;
  readonly cellClass?: (row: number, column: number) => string | undefined;
  readonly selected?: number | null;
  readonly onRow?: (row: number) => void;
  readonly sort?: GridSort | null;
  readonly onSort?: (column: string) => void;
}

/**
 * Rows and columns with heads that stay in sight: one tab stop, arrows move, Enter follows a cell's link or opens the
 * row. Only the rows in sight are drawn.
 */
export function DataGrid(props: DataGridProps): ReactNode {
  const { label, columns, rowCount, of, cell, rowKey, rowClass, cellClass, selected, onRow } = props;
  const scroller = useRef<HTMLDivElement>(null);
  // No compiler memoizes here.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtual = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    scrollPaddingStart: HEAD_PX,
    getItemKey: (index) => rowKey?.(index) ?? index,
    overscan: 12,
  });
  const drawn = virtual.getVirtualItems();
  const roving = useRovingGrid({
    rowCount: rowCount + 1,
    colCount: () => columns.length,
    reveal: (row) => {
      if (row > 0) virtual.scrollToIndex(row - 1);
    },
    onKey: (event, place) => {
      if (event.key !== 'Enter' || place.row === 0 || onRow === undefined) return false;
      if (event.target instanceof HTMLElement && event.target.querySelector('a, button') !== null)
        return false;
      onRow(place.row - 1);
      return true;
    },
  });
  const template = columns.map((column) => `${widthOf(column)}px`).join(' ');
  const width = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const first = of?.first ?? 0;
  return (
    <div ref={scroller} className="min-h-20 flex-1 overflow-auto">
      <div
        role="grid"
        aria-label={label}
        aria-rowcount={(of?.total ?? rowCount) + 1}
        aria-colcount={columns.length}
        {...roving.gridProps}
        style={{ minWidth: width }}
      >
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-10 grid border-line border-b bg-surface"
          style={{ gridTemplateColumns: template }}
        >
          {columns.map((column, index) => (
            <Head
              key={column.id}
              column={column}
              sort={props.sort}
              onSort={props.onSort}
              place={roving.cellProps(0, index)}
            />
          ))}
        </div>
        <div className="relative" style={{ height: virtual.getTotalSize() }}>
          {drawn.map(({ index, key, start }) => (
            <div
              key={key}
              role="row"
              aria-rowindex={first + index + 2}
              aria-selected={selected === undefined ? undefined : selected === index}
              onClick={(event) => {
                const inner = event.target instanceof Element && event.target.closest('a, button') !== null;
                if (!inner && window.getSelection()?.isCollapsed !== false) onRow?.(index);
              }}
              className={cx(
                'absolute top-0 left-0 grid w-full items-center border-line border-b font-mono text-sm',
                onRow !== undefined && 'cursor-default hover:bg-surface-2',
                selected === index && 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)]',
                rowClass?.(index),
              )}
              style={{ gridTemplateColumns: template, height: ROW_PX, transform: `translateY(${start}px)` }}
            >
              {columns.map((column, at) => (
                <div
                  key={column.id}
                  role="gridcell"
                  aria-colindex={at + 1}
                  {...roving.cellProps(index + 1, at)}
                  className={cx(
                    'flex h-full min-w-0 items-center px-2 focus-visible:-outline-offset-2',
                    column.right === true && 'justify-end',
                    cellClass?.(index, at),
                  )}
                >
                  <span className="truncate">{cell(index, at)}</span>
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

function widthOf({ px, chars, headChars, sortable }: GridColumn): number {
  if (px !== undefined) return px;
  const head = headChars * HEAD_CHAR_PX + (sortable === true ? SORT_PX : 0);
  return Math.ceil(Math.min(MAX_PX, Math.max(MIN_PX, chars * MONO_PX, head) + PADDING_PX));
}

interface HeadProps {
  readonly column: GridColumn;
  readonly sort: GridSort | null | undefined;
  readonly onSort: ((column: string) => void) | undefined;
  readonly place: object;
}

function Head({ column, sort, onSort, place }: HeadProps): ReactNode {
  const dir = sort?.column === column.id ? sort.dir : null;
  const classes = cx(
    'flex h-6 min-w-0 items-center gap-1 px-2 font-mono text-text-3 text-xs focus-visible:-outline-offset-2',
    column.right === true && 'justify-end',
  );
  const sortable = column.sortable === true && onSort !== undefined;
  return (
    <div
      role="columnheader"
      title={column.title}
      aria-sort={sortable ? (dir === null ? 'none' : dir === 'asc' ? 'ascending' : 'descending') : undefined}
      {...place}
      className={classes}
    >
      {sortable ? (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onSort(column.id)}
          aria-label={t('cells.sortBy', { column: column.id })}
          className={cx(
            'flex min-w-0 items-center gap-1 hover:text-text',
            dir !== null && 'font-semibold text-text',
          )}
        >
          <span className="truncate">{column.head}</span>
          <span aria-hidden="true" className="w-2">
            {dir === null ? '' : dir === 'asc' ? '↑' : '↓'}
          </span>
        </button>
      ) : (
        <span className="truncate">{column.head}</span>
      )}
    </div>
  );
}
