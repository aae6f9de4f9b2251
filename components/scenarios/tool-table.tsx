'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { scenarioToolsQuery } from '../../lib/client/queries/scenarios.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';
import { searchTools } from '../../lib/client/search-tools.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchBox } from '../ui/search-box.tsx';

export function ToolTable({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const tools = useQuery(scenarioToolsQuery(scenarioKey));
  if (tools.isPending) return <Loading what={t('scenario.toolsWhat')} />;
  if (tools.data === undefined) {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('scenario.toolsFailed')}
        actions={<Button onClick={() => void tools.refetch()}>{t('common.retry')}</Button>}
      >
        {tools.error.message}
      </Notice>
    );
  }
  return <Tools tools={tools.data.tools} />;
}

function Tools({ tools }: { readonly tools: readonly ToolInfo[] }): ReactNode {
  const [query, setQuery] = useState('');
  const shown = searchTools(tools, query);
  return (
    <section aria-labelledby="tools-title">
      <div className="sticky top-0 flex flex-wrap items-center gap-3 border-line border-b bg-surface px-3 py-2">
        <h2 id="tools-title" className="font-semibold text-md">
          {t('scenario.tools')} <span className="font-normal text-text-2">{tools.length}</span>
        </h2>
        <SearchBox
          label={t('scenario.searchTools')}
          placeholder={t('scenario.searchTools')}
          value={query}
          onChange={setQuery}
          className="min-w-[160px] flex-1"
        />
      </div>
      {shown.length === 0 ? <p className="p-3 text-sm text-text-2">{t('scenario.noTools', { query })}</p> : null}
      <ul aria-labelledby="tools-title">
        {shown.map((tool) => (
          <li key={tool.name} className="flex flex-col gap-0.5 border-line border-b px-3 py-1.5">
            <span className="font-mono text-sm wrap-anywhere">{tool.name}</span>
            <span className="text-sm text-text-2 wrap-anywhere">{tool.description.split('\n', 1)[0]}</span>
            {tool.method === null ? null : (
              <span className="flex items-center gap-1.5 font-mono text-text-2 text-xs wrap-anywhere">
                <Badge>{tool.method}</Badge>
                {tool.path}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
