'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { scenarioListQuery } from '../../lib/client/queries/scenarios.ts';
import { useUrlText } from '../../lib/client/use-url-text.ts';
import { Page } from '../layout/page.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { ScenarioTable } from './scenario-table.tsx';
import { ServerNotes } from './server-notes.tsx';
import { makeSearchable, searchScenarios } from './search-scenarios.ts';

export function ScenariosScreen(): ReactNode {
  const list = useQuery(scenarioListQuery());
  const [query, setQuery] = useUrlText('q');
  const deferred = useDeferredValue(query);
  const searchable = useMemo(() => makeSearchable(list.data?.items ?? []), [list.data]);
  const shown = useMemo(() => searchScenarios(searchable, deferred), [searchable, deferred]);

  return (
    <Page crumbs={[{ label: t('scenarios.title') }]}>
      <div className="flex h-11 shrink-0 items-center gap-3 border-line border-b bg-surface px-3">
        <SearchBox
          label={t('scenarios.search')}
          placeholder={t('scenarios.searchPlaceholder')}
          value={query}
          onChange={setQuery}
          className="max-w-[520px] flex-1"
        />
        <p role="status" className="text-sm text-text-2">
          {list.data === undefined
            ? ''
            : t('scenarios.count', { shown: shown.length, total: list.data.items.length })}
        </p>
      </div>
      <ServerNotes />
      <ScenarioList
        state={list}
        total={searchable.length}
        shown={shown}
        query={deferred}
        onClear={() => setQuery('')}
      />
    </Page>
  );
}

interface ScenarioListProps {
  readonly state: { readonly isPending: boolean; readonly error: Error | null; readonly refetch: () => Promise<unknown> };
  readonly total: number;
  readonly shown: ReturnType<typeof searchScenarios>;
  readonly query: string;
  readonly onClear: () => void;
}

function ScenarioList({ state, total, shown, query, onClear }: ScenarioListProps): ReactNode {
  if (state.isPending) return <Loading what={t('scenarios.what')} />;
  if (state.error !== null) {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('scenarios.failedTitle')}
        actions={<Button onClick={() => void state.refetch()}>{t('common.retry')}</Button>}
      >
        {state.error.message}
      </Notice>
    );
  }
  if (total === 0) return <Notice title={t('scenarios.emptyTitle')}>{t('scenarios.emptyBody')}</Notice>;
  if (shown.length === 0) {
    return (
      <Notice
        title={t('scenarios.none', { query })}
        actions={<Button onClick={onClear}>{t('scenarios.clear')}</Button>}
      >
        {t('scenarios.noneHint', { total })}
      </Notice>
    );
  }
  return <ScenarioTable scenarios={shown} />;
}
