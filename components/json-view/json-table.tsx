'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { t } from './messages.ts';
import { CopyButton, DataGrid, type GridColumn, toCsv } from '../cells/index.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import type { JsonSource } from './json-source.ts';
import type { JsonTableCell, JsonTableInfo, JsonTableSort } from './json-tables.ts';

/** Rows that are fetched at a time. */
const PAGE = 500;

/** A list of objects as rows and columns. */
export function JsonTable({ source }: { readonly source: JsonSource }): ReactNode {
  const id = useId();
  const [path, setPath] = useState<string | null>(null);
  const { data: tables } = useQuery({
    queryKey: ['json-tables', id],
    queryFn: () => source.call('tables'),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (tables === undefined) return null;
  const table = tables.find((one) => one.path === path) ?? tables[0];
  if (table === undefined) {
    return (
      <p role="status" className="p-4 text-sm text-text-2">
        {t('observation.noList')}
      </p>
    );
  }
  return (
    <TableOf
      key={table.path}
      source={source}
      table={table}
      choice={
        tables.length === 1 ? (
          <span className="font-mono text-sm">{table.path}</span>
        ) : (
          <Select
            label={t('observation.whichList')}
            value={table.path}
            options={tables.map((one) => ({ value: one.path, label: `${one.path} · ${one.rows}` }))}
            onChange={setPath}
          />
        )
      }
    />
  );
}

interface TableOfProps {
  readonly source: JsonSource;
  readonly table: JsonTableInfo;
  readonly choice: ReactNode;
}

function TableOf({ source, table, choice }: TableOfProps): ReactNode {
  const id = useId();
  const [sort, setSort] = useState<JsonTableSort | null>(null);
  const [all, setAll] = useState(false);
  const [shownRows, setShownRows] = useState(PAGE);
  const telling = table.columns.filter(({ dull }) => !dull);
  const folds = !all && telling.length > 0;
  const columns = folds ? telling : table.columns;
  const hidden = folds ? table.columns.filter(({ dull }) => dull) : [];
  const names = columns.map(({ name }) => name);
  const rows = Math.min(table.rows, shownRows);
  const { data: cells, error } = useQuery({
    queryKey: ['json-cells', id, table.path, sort, names, rows],
    queryFn: () => source.call('cells', table.path, sort, names, 0, rows),
    placeholderData: (previous: JsonTableCell[][] | undefined) => previous,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1">
        {choice}
        <span className="text-sm text-text-2">
          {t('observation.rowsColumns', { rows: table.rows, columns: table.columns.length })}
        </span>
        <span className="flex-1" />
        <CopyButton
          label={t('observation.copyCsv')}
          text={async () => toCsv(names, await source.call('texts', table.path, sort, names))}
        />
      </div>
      {error === null ? null : <Notice tone="err" role="alert" title={error.message} />}
      <DataGrid
        label={table.path}
        columns={columns.map((column): GridColumn => ({
          id: column.name,
          head: column.name,
          chars: column.chars,
          headChars: column.name.length,
          right: column.numeric,
          sortable: true,
        }))}
        rowCount={cells?.length ?? 0}
        of={{ first: 0, total: table.rows }}
        cell={(row, column) => <JsonCell cell={cells?.[row]?.[column]} />}
        sort={sort}
        onSort={(column) => setSort(nextSort(sort, column))}
      />
      {hidden.length === 0 && !all && rows === table.rows ? null : (
        <div className="flex min-h-row shrink-0 flex-wrap items-center gap-2 border-line border-t px-3 text-text-2 text-xs">
          {hidden.length === 0 ? null : (
            <span className="min-w-0 wrap-anywhere">
              {t('observation.hiddenColumns', {
                count: hidden.length,
                names: hidden.map(({ name }) => name).join(', '),
              })}
            </span>
          )}
          <span className="flex-1" />
          {rows === table.rows ? null : (
            <Button variant="ghost" size="sm" onClick={() => setShownRows(shownRows + 10 * PAGE)}>
              {t('observation.moreRows', {
                count: Math.min(10 * PAGE, table.rows - rows),
                total: table.rows,
              })}
            </Button>
          )}
          {hidden.length === 0 && !all ? null : (
            <Button variant="ghost" size="sm" onClick={() => setAll(!all)}>
              {t(all ? 'observation.hideColumns' : 'observation.showColumns')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function nextSort(sort: JsonTableSort | null, column: string): JsonTableSort | null {
  if (sort?.column !== column) return { column, dir: 'asc' };
  return sort.dir === 'asc' ? { column, dir: 'desc' } : null;
}

function JsonCell({ cell }: { readonly cell: JsonTableCell | undefined }): ReactNode {
  if (cell === undefined || cell.kind === 'absent') return null;
  if (cell.kind === 'null') return <span className="text-code-null italic">null</span>;
  if (cell.kind === 'string' && cell.text === '') return <span className="text-code-null">&quot;&quot;</span>;
  return cell.text;
}
