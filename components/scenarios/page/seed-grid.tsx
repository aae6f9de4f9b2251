'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TableInfo, TablePage } from '../../../lib/contracts/evidence.ts';
import { cellKey } from '../../../lib/domain/wire-cell.ts';
import { isNumericColumn, ReferenceValue, rowsWhere, useRovingGrid } from '../../cells/index.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { cx } from '../../ui/cx.ts';

interface SeedGridProps {
  readonly page: TablePage;
  readonly sort: string | null;
  readonly reversed: boolean;
}

/** Rows as a grid with one tab stop. A foreign key leads to its row; at a row's end stand the tables that point to it. */
export function SeedGrid({ page, sort, reversed }: SeedGridProps): ReactNode {
  const { table, rows, labels } = page;
  const pointers = table.referencedBy;
  const width = table.columns.length + (pointers.length === 0 ? 0 : 1);
  const grid = useRovingGrid({ rowCount: rows.length, colCount: () => width });
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <table
        role="grid"
        aria-label={t('scenario.gridOf', { table: table.name })}
        aria-rowcount={page.total}
        {...grid.gridProps}
        className="min-w-full border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                aria-sort={sort === column.name ? (reversed ? 'descending' : 'ascending') : undefined}
                className="sticky top-0 z-10 h-row border-line border-b bg-surface px-2 text-left font-medium text-text-2 text-xs whitespace-nowrap"
              >
                <UrlLink set={nextOrder(column.name, sort, reversed)} title={column.type} className="hover:text-text">
                  {column.primaryKey > 0 ? <span className="font-mono">{t('schemaDiagram.primary')} </span> : null}
                  {column.name}
                  <span aria-hidden="true">{sort === column.name ? (reversed ? ' ↓' : ' ↑') : ''}</span>
                </UrlLink>
              </th>
            ))}
            {pointers.length === 0 ? null : (
              <th
                scope="col"
                className="sticky top-0 z-10 h-row border-line border-b bg-surface px-2 text-left font-medium text-text-2 text-xs whitespace-nowrap"
              >
                {t('scenario.pointedBy')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr key={row.key} className="hover:bg-surface-2">
              {table.columns.map((column, c) => (
                <td
                  key={column.name}
                  {...grid.cellProps(r, c)}
                  className={cx(
                    'h-dense max-w-[320px] truncate border-line border-b px-2 font-mono',
                    isNumericColumn(column) && 'text-right',
                  )}
                >
                  <ReferenceValue cell={row.cells[c] ?? null} column={column} labels={labels} />
                </td>
              ))}
              {pointers.length === 0 ? null : (
                <td {...grid.cellProps(r, table.columns.length)} className="h-dense border-line border-b px-2 whitespace-nowrap">
                  <Pointers table={table} cells={row.cells} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Links to the rows of other tables whose foreign key names this row. */
function Pointers({
  table,
  cells,
}: {
  readonly table: TableInfo;
  readonly cells: TablePage['rows'][number]['cells'];
}): ReactNode {
  const key = table.columns.findIndex(({ primaryKey }) => primaryKey === 1);
  return (
    <span className="flex gap-2" title={t('scenario.rowLinks')}>
      {table.referencedBy.map((pointer) => {
        const at =
          pointer.toColumn === null ? key : table.columns.findIndex(({ name }) => name === pointer.toColumn);
        const value = cellKey(cells[at] ?? null);
        return value === null ? null : (
          <UrlLink
            key={`${pointer.table}.${pointer.column}`}
            set={rowsWhere(pointer.table, pointer.column, value)}
            tabIndex={-1}
            title={`${pointer.table}.${pointer.column} = ${value}`}
            className="text-accent hover:underline"
          >
            {pointer.table}
          </UrlLink>
        );
      })}
    </span>
  );
}

function nextOrder(column: string, sort: string | null, reversed: boolean): Readonly<Record<string, string | null>> {
  if (sort !== column) return { sort: column, dir: null, offset: null };
  return reversed ? { sort: null, dir: null, offset: null } : { sort: column, dir: 'desc', offset: null };
}
