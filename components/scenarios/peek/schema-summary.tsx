'use client';

import { useQuery } from '@tanstack/react-query';
import { NavLink } from '../../layout/nav-link.tsx';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { scenarioTablesQuery } from '../../../lib/client/queries/evidence.ts';
import { serverWords } from '../../../lib/client/server-words.ts';
import { Loading } from '../../ui/loading.tsx';
import { PeekSection } from './peek-frame.tsx';

/** Every table with its rows and the columns that point to other tables. Starts the scenario where it is cold. */
export function SchemaSummary({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const tables = useQuery(scenarioTablesQuery(scenarioKey));
  if (tables.isPending) {
    return (
      <PeekSection title={t('scenario.schema')}>
        <Loading what={t('scenario.tablesWhat')} className="text-text-2" />
      </PeekSection>
    );
  }
  const problem =
    tables.data === undefined ? tables.error.message : tables.data.state === 'ok' ? null : serverWords(tables.data);
  if (tables.data?.state !== 'ok') {
    return (
      <PeekSection title={t('scenario.schema')}>
        <p className="text-text-2 wrap-anywhere">{t('scenario.tablesFailed', { why: problem ?? '' })}</p>
      </PeekSection>
    );
  }
  const list = tables.data.tables;
  const rows = list.reduce((sum, table) => sum + (table.rows ?? 0), 0);
  const keys = list.reduce((sum, table) => sum + referencesOf(table).length, 0);
  return (
    <PeekSection
      title={t('scenario.schema')}
      note={t('scenario.schemaSum', { tables: list.length, rows, keys })}
    >
      <ul className="font-mono text-xs">
        {list.map((table) => (
          <li key={table.name} className="grid grid-cols-[minmax(0,150px)_40px_minmax(0,1fr)] gap-x-2.5 leading-4">
            <NavLink
              href={`/scenarios/${encodeURIComponent(scenarioKey)}?tab=tables&table=${encodeURIComponent(table.name)}`}
              className="truncate hover:underline"
              title={table.name}
            >
              {table.name}
            </NavLink>
            <span className="text-right text-text-2">{table.rows ?? '–'}</span>
            <span className="text-text-2 wrap-anywhere">{referencesOf(table).join(', ') || '–'}</span>
          </li>
        ))}
      </ul>
    </PeekSection>
  );
}

function referencesOf(table: {
  readonly columns: readonly { readonly name: string; readonly references: unknown }[];
}): string[] {
  return table.columns.filter(({ references }) => references !== null).map(({ name }) => name);
}
