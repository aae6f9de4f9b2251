'use client';

import { type ReactNode, useMemo, useState } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { ToolInfo } from '../../lib/contracts/rest.ts';
import { pushUrl, UrlLink } from '../layout/url-link.tsx';
import { Badge } from '../ui/badge.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { searchTools } from '../../lib/client/search-tools.ts';

export function ToolList({ tools }: { readonly tools: readonly ToolInfo[] }): ReactNode {
  const [query, setQuery] = useState('');
  const shown = useMemo(() => searchTools(tools, query), [tools, query]);
  return (
    <>
      <div className="flex h-11 shrink-0 items-center border-line border-b px-3">
        <SearchBox
          label={t('tools.search')}
          placeholder={t('tools.placeholder', { count: tools.length })}
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key === 'Enter' && first !== undefined) pushUrl({ tool: first.name });
          }}
          className="flex-1"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {shown.length === 0 ? <p className="p-3 text-sm text-text-2">{t('tools.none', { query })}</p> : null}
        <ul aria-label={t('tools.list')}>
          {shown.map((tool) => (
            <li key={tool.name}>
              <UrlLink
                set={{ tool: tool.name }}
                data-tool={tool.name}
                className="flex flex-col border-line border-b px-3 py-1.5 hover:bg-surface-2 focus-visible:-outline-offset-2"
              >
                <span className="flex min-w-0 items-center gap-2">
                  <span className="min-w-0 font-mono text-sm wrap-anywhere">{tool.name}</span>
                  {tool.method === null ? null : <Badge>{tool.method}</Badge>}
                </span>
                <span className="line-clamp-2 text-sm text-text-2">{firstLine(tool.description)}</span>
              </UrlLink>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

/** Tools carry their answers' schema in the description; the first line says what they do. */
export function firstLine(description: string): string {
  return description.split('\n', 1)[0] ?? '';
}
