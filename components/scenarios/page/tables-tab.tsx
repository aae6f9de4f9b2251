'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TableInfo } from '../../../lib/contracts/evidence.ts';
import { scenarioTablesQuery } from '../../../lib/client/queries/evidence.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { SeedRows } from './seed-rows.tsx';
import { TablesState } from './tables-state.tsx';

/** The seed data: every table as a session first sees it. */
export function TablesTab({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const tables = useQuery(scenarioTablesQuery(scenarioKey));
  return (
    <TablesState state={tables}>
      {(list) => <Tables scenarioKey={scenarioKey} tables={list} />}
    </TablesState>
  );
}

interface TablesProps {
  readonly scenarioKey: string;
  readonly tables: readonly TableInfo[];
}

function Tables({ scenarioKey, tables }: TablesProps): ReactNode {
  const asked = useSearchParams().get('table');
  const table = asked === null ? tables[0] : tables.find(({ name }) => name === asked);
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col">
      <nav
        aria-label={t('scenario.tables')}
        className="w-[220px] shrink-0 overflow-y-auto border-line border-r py-1 max-md:h-32 max-md:w-full max-md:border-r-0 max-md:border-b"
      >
        <ul>
          {tables.map(({ name, kind, rows }) => (
            <li key={name}>
              <UrlLink
                set={{ table: name, row: null, q: null, sort: null, dir: null, offset: null, col: null, val: null }}
                aria-current={name === table?.name ? 'true' : undefined}
                className={cx(
                  'flex min-h-dense items-center gap-2 px-3 text-sm focus-visible:-outline-offset-2',
                  name === table?.name
                    ? 'on-tint bg-accent-soft font-medium shadow-[inset_2px_0_var(--accent)]'
                    : 'hover:bg-surface-2',
                )}
              >
                <span className="min-w-0 flex-1 truncate font-mono" title={name}>
                  {name}
                </span>
                <span className="text-text-2 text-xs">
                  {kind === 'view' ? t('scenario.view') : (rows ?? '–')}
                </span>
              </UrlLink>
            </li>
          ))}
        </ul>
      </nav>
      {table === undefined ? (
        <Notice title={t('scenario.unknownTable', { table: asked ?? '' })} />
      ) : (
        <SeedRows key={table.name} scenarioKey={scenarioKey} table={table} />
      )}
    </div>
  );
}
