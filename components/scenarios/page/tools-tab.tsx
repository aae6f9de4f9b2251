'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { t } from './messages.ts';
import { scenarioToolsQuery } from '../../../lib/client/queries/scenarios.ts';
import { searchTools } from '../../../lib/client/search-tools.ts';
import type { ToolInfo } from '../../../lib/contracts/rest.ts';
import { JsonText } from '../../json-view/index.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { parametersOf } from '../model/parameters.ts';

export function ToolsTab({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
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
  return <Tools tools={tools.data.tools} stateful={tools.data.stateful} />;
}

interface ToolsProps {
  readonly tools: readonly ToolInfo[];
  readonly stateful: boolean;
}

function Tools({ tools, stateful }: ToolsProps): ReactNode {
  const [query, setQuery] = useState('');
  const asked = useSearchParams().get('tool');
  const shown = searchTools(tools, query);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5">
        <SearchBox
          label={t('scenario.searchTools')}
          placeholder={t('scenario.searchTools')}
          value={query}
          onChange={setQuery}
          className="min-w-[160px] max-w-[420px] flex-1"
        />
        <span role="status" className="text-sm text-text-2">
          {t('filter.count', { shown: shown.length, total: tools.length })}
        </span>
        {stateful ? <Badge tone="warn">{t('scenario.stateful')}</Badge> : null}
      </div>
      {shown.length === 0 ? (
        <p className="p-3 text-sm text-text-2">{t('scenario.noTools', { query })}</p>
      ) : null}
      <ul aria-label={t('scenario.tools')} className="min-h-0 flex-1 overflow-y-auto">
        {shown.map((tool) => (
          <Tool key={tool.name} tool={tool} open={tool.name === asked} />
        ))}
      </ul>
    </div>
  );
}

/** The tool that the address names is brought into sight. */
function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Tool({ tool, open }: { readonly tool: ToolInfo; readonly open: boolean }): ReactNode {
  const [first = '', ...rest] = tool.description.split('\n');
  return (
    <li
      ref={open ? intoSight : undefined}
      className={cx('border-line border-b', open && 'shadow-[inset_2px_0_var(--accent)]')}
    >
      <UrlLink
        set={{ tool: open ? null : tool.name }}
        aria-expanded={open}
        role="button"
        className="grid grid-cols-[12px_minmax(0,1fr)] items-baseline gap-x-2 px-3 py-1.5 hover:bg-surface-2 focus-visible:-outline-offset-2 md:grid-cols-[12px_minmax(160px,280px)_minmax(0,1fr)_auto]"
      >
        <Icon name={open ? 'down' : 'right'} className="size-3 self-center text-text-2" />
        <span className="font-mono text-sm wrap-anywhere">{tool.name}</span>
        <span className={cx('text-sm text-text-2 max-md:col-start-2', !open && 'md:truncate')}>{first}</span>
        {tool.method === null ? null : (
          <span className="flex items-center gap-1.5 font-mono text-text-2 text-xs max-md:col-start-2">
            <Badge>{tool.method}</Badge>
            <span className="wrap-anywhere">{tool.path}</span>
          </span>
        )}
      </UrlLink>
      {open ? <Details tool={tool} more={rest.join('\n').trim()} /> : null}
    </li>
  );
}

function Details({ tool, more }: { readonly tool: ToolInfo; readonly more: string }): ReactNode {
  const parameters = parametersOf(tool.inputSchema);
  return (
    <div className="flex flex-col gap-2 px-3 pt-1 pb-3 pl-8 text-sm">
      {more === '' ? null : <p className="max-w-[100ch] text-text-2 wrap-anywhere whitespace-pre-wrap">{more}</p>}
      {parameters.length === 0 ? (
        <p className="text-text-2">{t('scenario.noParameters')}</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line border-line border-y">
          {parameters.map(({ name, type, required, description }) => (
            <li key={name} className="grid gap-x-3 py-1 md:grid-cols-[minmax(120px,220px)_minmax(80px,200px)_minmax(0,1fr)]">
              <span className="font-mono wrap-anywhere">
                {name} {required ? <Badge>{t('scenario.required')}</Badge> : null}
              </span>
              <span className="font-mono text-code-key wrap-anywhere">{type}</span>
              <span className="text-text-2 wrap-anywhere">{description}</span>
            </li>
          ))}
        </ul>
      )}
      <UrlLink set={{ tab: 'source' }} className="self-start text-accent underline">
        {t('scenario.toSource')}
      </UrlLink>
      <details>
        <summary className="text-text-2">{t('scenario.schemaOf')}</summary>
        <JsonText text={JSON.stringify(tool.inputSchema, null, 2)} />
      </details>
    </div>
  );
}
