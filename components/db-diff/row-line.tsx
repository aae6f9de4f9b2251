'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { RowChange, TableChange } from '../../lib/contracts/evidence.ts';
import { cx } from '../ui/cx.ts';
import { ReferenceValue } from '../cells/index.ts';
import { newNote, useGrid } from './grid-context.ts';
import { rowId } from './items.ts';
import { foldedOf, type TableLayout } from './layout.ts';
import type { CellProps } from './line.tsx';
import { isRight } from './table-lines.tsx';
import { ValueChange } from './value-change.tsx';

const LOOKS = {
  inserted: { glyph: '+', word: 'changes.kindInserted', text: 'text-add' },
  deleted: { glyph: '−', word: 'changes.kindDeleted', text: 'text-del' },
  updated: { glyph: '~', word: 'changes.kindUpdated', text: 'text-mod' },
} as const;

interface RowLineProps {
  readonly table: TableChange;
  readonly row: RowChange;
  readonly layout: TableLayout;
  readonly open: boolean;
  readonly cell: CellProps;
}

/** A changed row on one line; narrow, a line for each column. */
export function RowLine({ table, row, layout, open, cell }: RowLineProps): ReactNode {
  const look = LOOKS[row.kind];
  const list = layout.template === null;
  const isChanged = (index: number): boolean => row.kind === 'updated' && row.changed.includes(index);
  return (
    <>
      <div
        role="gridcell"
        {...cell(0)}
        className={cx(
          'pl-2.5 font-bold focus-visible:-outline-offset-2',
          look.text,
          list && 'col-start-1 row-start-1 pt-1',
        )}
      >
        <span aria-hidden="true">{look.glyph}</span>
        <span className="sr-only">{t(look.word)}</span>
      </div>
      {layout.columns.map((index, at) => {
        const column = table.columns[index];
        if (column === undefined) return null;
        return (
          <div
            key={index}
            role="gridcell"
            {...cell(at + 1)}
            className={cx(
              'flex min-w-0 items-center focus-visible:-outline-offset-2',
              list ? 'col-start-2 gap-2 px-1 py-0.5' : 'h-row px-2',
              !list && isRight(column) && 'justify-end',
              isChanged(index) && 'bg-mod-soft',
              row.kind === 'deleted' && 'line-through decoration-del',
            )}
          >
            {list ? (
              <span className="w-[38%] shrink-0 truncate text-text-2 text-xs">{column.name}</span>
            ) : null}
            <span className={list ? 'min-w-0 truncate' : 'truncate'}>
              <Value table={table} row={row} index={index} changed={isChanged(index)} />
            </span>
          </div>
        );
      })}
      <div
        role="gridcell"
        {...cell(layout.columns.length + 1)}
        className={cx('focus-visible:-outline-offset-2', list ? 'col-start-2 px-1 pb-1' : 'pr-2 text-right')}
      >
        <MoreButton table={table} row={row} layout={layout} open={open} />
      </div>
    </>
  );
}

function Value({
  table,
  row,
  index,
  changed,
}: {
  readonly table: TableChange;
  readonly row: RowChange;
  readonly index: number;
  readonly changed: boolean;
}): ReactNode {
  const grid = useGrid();
  const column = table.columns[index];
  if (column === undefined) return null;
  const was = row.before?.[index] ?? null;
  const now = row.after?.[index] ?? null;
  if (changed) return <ValueChange was={was} now={now} column={column} />;
  const cell = row.kind === 'deleted' ? was : now;
  const note = newNote(grid, table.name, column, cell);
  return (
    <ReferenceValue
      cell={cell}
      column={column}
      labels={grid.labels}
      note={note === undefined ? undefined : t(note)}
    />
  );
}

function MoreButton({ table, row, layout, open }: Omit<RowLineProps, 'cell'>): ReactNode {
  const { toggleRow } = useGrid();
  const folded = foldedOf(table, row, layout);
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-expanded={open}
      onClick={() => toggleRow(rowId(table.name, row.key))}
      className="h-6 whitespace-nowrap rounded-1 px-1 font-sans text-text-2 text-xs hover:text-text hover:underline"
    >
      <span aria-hidden="true" className="mr-1 text-text-3">
        {open ? '⌄' : '›'}
      </span>
      {open ? t('changes.fold') : moreText(folded)}
    </button>
  );
}

function moreText({ columns, changed, timestamps }: ReturnType<typeof foldedOf>): string {
  if (changed > 0) return t('changes.moreChanged', { count: changed });
  if (timestamps > 0) return t('changes.timestamps', { count: timestamps });
  return columns > 0 ? t('changes.moreColumns', { count: columns }) : t('changes.whole');
}
