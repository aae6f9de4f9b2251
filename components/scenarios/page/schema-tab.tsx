'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { TableInfo } from '../../../lib/contracts/evidence.ts';
import { scenarioTablesQuery } from '../../../lib/client/queries/evidence.ts';
import type * as SchemaParts from '../../schema-diagram/index.ts';
import { pushUrl, UrlLink } from '../../layout/url-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TablesState } from './tables-state.tsx';

const diagram = createLazyPart(async () => import('../../schema-diagram/index.ts'));

/** The schema, drawn or in words. */
export function SchemaTab({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const tables = useQuery(scenarioTablesQuery(scenarioKey));
  const part = diagram.usePart();
  return (
    <TablesState state={tables}>
      {(list) =>
        part.state === 'ready' ? (
          <Schema scenarioKey={scenarioKey} tables={list} part={part.part} />
        ) : part.state === 'failed' ? (
          <Notice
            tone="err"
            role="alert"
            title={t('common.unreachable')}
            actions={<Button onClick={part.retry}>{t('common.retry')}</Button>}
          />
        ) : (
          <Loading what={t('schemaDiagram.what')} />
        )
      }
    </TablesState>
  );
}

interface SchemaProps {
  readonly scenarioKey: string;
  readonly tables: readonly TableInfo[];
  readonly part: typeof SchemaParts;
}

function Schema({ scenarioKey, tables, part }: SchemaProps): ReactNode {
  const { SchemaDiagram, SchemaList } = part;
  const asList = useSearchParams().get('as') === 'list';
  const rows = tables.reduce((sum, table) => sum + (table.rows ?? 0), 0);
  const keys = tables.flatMap(({ columns }) => columns).filter(({ references }) => references !== null).length;
  return (
    <>
      <div className="flex shrink-0 items-center gap-3 border-line border-b px-3 py-1.5 text-sm text-text-2">
        <span className="min-w-0 flex-1">{t('scenario.schemaSum', { tables: tables.length, rows, keys })}</span>
        <UrlLink set={{ as: asList ? null : 'list' }} className={buttonClass()}>
          {asList ? t('schemaDiagram.asDiagram') : t('schemaDiagram.asList')}
        </UrlLink>
      </div>
      {asList ? (
        <SchemaList
          tables={tables}
          renderLink={(table) => (
            <UrlLink set={toTable(table)} className="text-accent hover:underline">
              {table}
            </UrlLink>
          )}
        />
      ) : (
        <SchemaDiagram
          tables={tables}
          schemaId={scenarioKey}
          hrefOf={(table) => `?tab=tables&table=${encodeURIComponent(table)}`}
          onOpen={(table) => pushUrl(toTable(table))}
        />
      )}
    </>
  );
}

function toTable(table: string): Readonly<Record<string, string | null>> {
  return { tab: 'tables', table, as: null };
}
