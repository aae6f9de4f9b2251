'use client';

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from './messages.ts';
import type { TableInfo, TablePage } from '../../lib/contracts/evidence.ts';
import { CopyButton, toCsv } from '../cells/index.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import type { TablePlace } from './place.ts';

/** After the last letter: a search reads the whole table. */
const TYPING_MS = 200;

interface RowsHeadProps {
  readonly table: TableInfo;
  readonly place: TablePlace;
  readonly page: TablePage | null;
  /** Of the filter. */
  readonly column: string | null;
}

/** The table's name and size, its search and its filter. */
export function RowsHead({ table, place, page, column }: RowsHeadProps): ReactNode {
  return (
    <header className="flex shrink-0 flex-wrap items-center gap-2 px-3 py-1.5">
      <h2 className="font-mono font-semibold text-md wrap-anywhere">{table.name}</h2>
      <span role="status" className="text-sm text-text-2">
        {page === null || page.total === table.rows
          ? t('changes.rows', { count: table.rows ?? 0 })
          : t('tables.match', { count: page.total, total: table.rows ?? 0 })}
      </span>
      {column === null || place.value === null ? null : (
        <span className="on-tint inline-flex h-6 min-w-0 items-center gap-1 rounded-1 bg-accent-soft pl-2 font-mono text-sm">
          <span className="truncate">
            {column} = {place.value}
          </span>
          <Button
            variant="ghost"
            size="sm"
            aria-label={t('tables.clearFilter')}
            onClick={() => pushUrl({ col: null, val: null, offset: null, row: null })}
            className="px-1"
          >
            <Icon name="close" className="size-3" />
          </Button>
        </span>
      )}
      <div className="flex-1" />
      <Search value={place.search} name={table.name} />
      <CopyButton
        label={t('tables.copyCsv')}
        text={() =>
          toCsv(
            table.columns.map(({ name }) => name),
            (page?.rows ?? []).map(({ cells }) => cells),
          )
        }
      />
    </header>
  );
}

function Search({ value, name }: { readonly value: string; readonly name: string }): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <SearchBox
      label={t('tables.search', { name })}
      placeholder={t('tables.searchPlaceholder')}
      value={draft ?? value}
      onChange={(text) => {
        setDraft(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          pushUrl({ q: text === '' ? null : text, offset: null, row: null });
          setDraft(null);
        }, TYPING_MS);
      }}
      className="w-[190px]"
    />
  );
}
