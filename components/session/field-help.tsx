'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, type KeyboardEvent, type ReactNode, useContext, useState } from 'react';
import { t } from './messages.ts';
import { tableRowsQuery, tablesQuery } from '../../lib/client/queries/evidence.ts';
import type { TableInfo, TablePage } from '../../lib/contracts/evidence.ts';
import { labelColumn } from '../../lib/domain/column-hints.ts';
import { cellKey } from '../../lib/domain/wire-cell.ts';
import type { FieldHelp, HelpProps } from '../tool-form/index.ts';
import { Icon } from '../ui/icon.tsx';
import { Popover } from '../ui/popover.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { referenceOf, suggestionsFor, type Reference } from './reference-table.ts';

interface HelpSource {
  readonly recordId: string;
  /** The state that calls act on. */
  readonly newest: number;
  /** Resource of the tool. */
  readonly group: string;
}

/** Null: no state can be read. */
export const HelpSourceContext = createContext<HelpSource | null>(null);

/** What the live database says of arguments: which row an id names, what a column takes. Never in the way of typing. */
export const FIELD_HELP: FieldHelp = { Trailing, Hint };

const NOTHING = { recordId: '', newest: 0, group: '' };

function useTables(): readonly [source: HelpSource, tables: readonly TableInfo[] | null] {
  const source = useContext(HelpSourceContext) ?? NOTHING;
  const { data } = useQuery({
    ...tablesQuery(source.recordId, source.newest),
    enabled: source.recordId !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });
  return [source, data?.state === 'ok' ? data.tables : null];
}

function referenceIn(tables: readonly TableInfo[] | null, { name, node }: HelpProps): Reference | null {
  const fits = node.kind === 'integer' || node.kind === 'string';
  return tables === null || !fits ? null : referenceOf(name, tables);
}

function Trailing(props: HelpProps): ReactNode {
  const [source, tables] = useTables();
  const reference = referenceIn(tables, props);
  if (reference === null) return null;
  return (
    <>
      {props.text === null ? null : <RowLabel source={source} reference={reference} id={props.text} />}
      <RowPicker source={source} reference={reference} {...props} />
    </>
  );
}

function Hint(props: HelpProps): ReactNode {
  const [source, tables] = useTables();
  const reference = referenceIn(tables, props);
  if (reference !== null)
    return <span className="block">{t('form.references', { table: reference.table.name })}</span>;
  const values =
    props.node.kind !== 'string' || tables === null ? null : suggestionsFor(props.name, tables, source.group);
  return values === null ? null : (
    <span className="block">{t('form.suggested', { values: values.slice(0, 8).join(', ') })}</span>
  );
}

interface RowProps {
  readonly source: HelpSource;
  readonly reference: Reference;
}

/** The row that a typed id names. */
function RowLabel({ source, reference, id }: RowProps & { readonly id: string }): ReactNode {
  const { table, column } = reference;
  const rows = useQuery({
    ...tableRowsQuery(source.recordId, source.newest, table.name, {
      column: column.name,
      value: id.trim(),
      limit: 1,
    }),
    enabled: id.trim() !== '' && id.length <= 200,
    retry: false,
  });
  if (rows.data?.state !== 'ok' || rows.isPlaceholderData) return null;
  const [found] = optionsOf(rows.data, reference);
  return (
    <span className="max-w-[60%] min-w-0 shrink self-center truncate pr-1 text-text-2" title={found?.label}>
      {found === undefined ? t('form.noRow', { table: table.name }) : found.label}
    </span>
  );
}

function RowPicker(props: HelpProps & RowProps): ReactNode {
  const { table } = props.reference;
  return (
    <Popover
      label={t('form.chooseRow', { table: table.name })}
      align="end"
      className="w-80 p-1!"
      trigger={(trigger) => (
        <button
          type="button"
          {...trigger}
          aria-label={t('form.chooseRow', { table: table.name })}
          title={t('form.chooseRow', { table: table.name })}
          className="grid w-6 shrink-0 place-items-center text-text-2 hover:text-text"
        >
          <Icon name="down" className="size-3.5" />
        </button>
      )}
    >
      {(close) => (
        <Rows
          {...props}
          onPick={(id) => {
            props.onPick(id);
            close();
          }}
        />
      )}
    </Popover>
  );
}

function Rows({ source, reference, text, onPick }: HelpProps & RowProps): ReactNode {
  const [search, setSearch] = useState('');
  const { table } = reference;
  const rows = useQuery(
    tableRowsQuery(source.recordId, source.newest, table.name, search === '' ? {} : { search }),
  );
  const page = rows.data?.state === 'ok' ? rows.data : null;
  const options = page === null ? [] : optionsOf(page, reference);

  /** Arrows go through the rows and back to the search. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [role=option]')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus();
  }

  return (
    <div onKeyDown={onKeyDown}>
      <SearchBox
        label={t('form.searchRows', { table: table.name })}
        placeholder={t('form.searchRows', { table: table.name })}
        value={search}
        onChange={setSearch}
      />
      <div
        role="listbox"
        aria-label={table.name}
        aria-busy={rows.isFetching}
        className="mt-1 max-h-64 overflow-y-auto"
      >
        {options.map((option) => (
          <button
            key={option.id}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={option.id === text}
            className="flex min-h-dense w-full items-center gap-2 rounded-[3px] px-2 text-left hover:bg-surface-2 focus-visible:bg-accent-soft focus-visible:on-tint aria-selected:bg-accent-soft aria-selected:on-tint"
            onClick={() => onPick(option.id)}
          >
            <span className="shrink-0 font-mono">{option.id}</span>
            <span className="min-w-0 flex-1 truncate">{option.label}</span>
          </button>
        ))}
      </div>
      {page === null ? null : (
        <p className="px-2 pt-1 text-text-2 text-xs">
          {page.total > options.length
            ? t('form.firstRows', { shown: options.length, total: page.total, table: table.name })
            : t('form.rows', { count: page.total, table: table.name })}
        </p>
      )}
    </div>
  );
}

function optionsOf(
  page: TablePage,
  { column }: Reference,
): readonly { readonly id: string; readonly label: string }[] {
  const { columns } = page.table;
  const key = columns.findIndex(({ name }) => name === column.name);
  const label = labelColumn(columns);
  return page.rows.flatMap(({ cells }) => {
    const id = cellKey(cells[key] ?? null);
    if (id === null) return [];
    return [{ id, label: label === null || label === key ? '' : (cellKey(cells[label] ?? null) ?? '') }];
  });
}
