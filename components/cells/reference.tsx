import type { ReactNode } from 'react';
import type { RowLabels, TableColumn, WireCell } from '../../lib/contracts/evidence.ts';
import { cellKey } from '../../lib/domain/wire-cell.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { CellValue } from './cell-value.tsx';

interface ReferenceProps {
  readonly cell: WireCell;
  readonly column: TableColumn;
  readonly labels: RowLabels;
  /** Said in place of the row's name, e.g. that this step made it. */
  readonly note?: string | undefined;
  /** A tab stop of its own, outside a grid. */
  readonly focusable?: boolean;
}

/** A cell of a foreign key: its value is a link to the row that it names. Other cells as they are. */
export function ReferenceValue({ cell, column, labels, note, focusable }: ReferenceProps): ReactNode {
  const target = column.references;
  const value = cellKey(cell);
  if (target === null || value === null) return <CellValue cell={cell} column={column} />;
  const label = note ?? labels[target.table]?.[value];
  return (
    <UrlLink
      set={rowsWhere(target.table, target.column, value)}
      tabIndex={focusable === true ? undefined : -1}
      className="group/ref inline-flex max-w-full items-baseline gap-1.5 no-underline"
    >
      <CellValue cell={cell} column={column} className="text-accent group-hover/ref:underline" />
      {label === undefined ? null : <span className="truncate font-sans text-text-2">{label}</span>}
    </UrlLink>
  );
}

/** The address of the rows of a table whose column has a value; `column` null: its primary key. */
export function rowsWhere(
  table: string,
  column: string | null,
  value: string,
): Readonly<Record<string, string | null>> {
  return {
    tab: 'tables',
    table,
    col: column,
    val: value,
    row: null,
    q: null,
    sort: null,
    dir: null,
    offset: null,
  };
}
