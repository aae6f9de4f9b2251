'use client';

import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { t } from './messages.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { TableInfo } from '../../lib/contracts/evidence.ts';
import { pushUrl, UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import { Select } from '../ui/select.tsx';
import { NO_PLACE } from './place.ts';

interface TableListProps {
  readonly viewed: Viewed;
  readonly tables: readonly TableInfo[];
  readonly chosen: string | null;
}

type Touch = 'step' | 'earlier' | null;

function touchOf({ steps, seq, step }: Viewed, name: string): Touch {
  if (step?.tablesTouched?.includes(name) === true) return 'step';
  return steps.some((past) => past.seq <= seq && past.tablesTouched?.includes(name) === true)
    ? 'earlier'
    : null;
}

/** Tables and views with their row counts; arrows move, and marks say what this step and earlier ones wrote to. */
export function TableList({ viewed, tables, chosen }: TableListProps): ReactNode {
  const list = useRef<HTMLElement>(null);
  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined || list.current === null) return;
    const links = [...list.current.querySelectorAll('a')];
    const at = links.findIndex((link) => link === document.activeElement);
    event.preventDefault();
    links[at + by]?.focus();
  }
  const stop = tables.find(({ name }) => name === chosen)?.name ?? tables[0]?.name;
  return (
    <nav
      ref={list}
      aria-label={t('tables.list')}
      onKeyDown={onKeyDown}
      className="w-[196px] shrink-0 overflow-y-auto border-line border-r py-1"
    >
      {tables.map((table) => {
        const touch = touchOf(viewed, table.name);
        return (
          <UrlLink
            key={table.name}
            set={{ table: table.name, ...NO_PLACE }}
            aria-current={table.name === chosen ? 'true' : undefined}
            tabIndex={table.name === stop ? 0 : -1}
            className={cx(
              'flex min-h-dense items-center gap-1.5 px-2.5 py-0.5 text-sm no-underline focus-visible:-outline-offset-2',
              table.name === chosen
                ? 'on-tint bg-accent-soft font-medium shadow-[inset_2px_0_var(--accent)]'
                : 'hover:bg-surface-2',
            )}
          >
            <TouchMark touch={touch} />
            <span className="min-w-0 flex-1 truncate font-mono" title={table.name}>
              {table.name}
            </span>
            <span className="text-text-3 text-xs">
              {table.rows === null ? t(`tables.${table.kind}`) : table.rows.toLocaleString()}
            </span>
          </UrlLink>
        );
      })}
    </nav>
  );
}

function TouchMark({ touch }: { readonly touch: Touch }): ReactNode {
  if (touch === null) return <span aria-hidden="true" className="w-2" />;
  return (
    <span title={t(`tables.touched.${touch}`)} className="w-2 text-center text-write text-xs">
      <span aria-hidden="true">{touch === 'step' ? '●' : '·'}</span>
      <span className="sr-only">{t(`tables.touched.${touch}`)}</span>
    </span>
  );
}

/** The same choice where there is no room for a list. */
export function TableSelect({ viewed, tables, chosen }: TableListProps): ReactNode {
  return (
    <div className="shrink-0 border-line border-b px-3 py-1.5">
      <Select
        label={t('tables.list')}
        value={chosen}
        options={tables.map((table) => ({
          value: table.name,
          label: labelOf(table, touchOf(viewed, table.name)),
        }))}
        onChange={(table) => pushUrl({ table, ...NO_PLACE })}
      />
    </div>
  );
}

function labelOf(table: TableInfo, touch: Touch): string {
  const count = table.rows === null ? t(`tables.${table.kind}`) : table.rows.toLocaleString();
  return `${touch === 'step' ? '● ' : ''}${table.name} · ${count}`;
}
