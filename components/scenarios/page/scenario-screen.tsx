'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { scenarioQuery } from '../../../lib/client/queries/scenarios.ts';
import type { Scenario } from '../../../lib/contracts/rest.ts';
import { Page } from '../../layout/page.tsx';
import { pushUrl } from '../../layout/url-link.tsx';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Button } from '../../ui/button.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { ScenarioFailed } from './scenario-failed.tsx';
import { ScenarioHeader } from './scenario-header.tsx';
import { TasksTab } from './tasks-tab.tsx';

const TABS = ['tasks', 'outcomes', 'tools', 'tables', 'schema', 'source', 'findings'] as const;
type Tab = (typeof TABS)[number];
const ID = 'scenario';

export function ScenarioScreen({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const scenario = useQuery(scenarioQuery(scenarioKey));
  const crumbs = [{ label: t('scenarios.title'), href: '/' }, { label: scenarioKey }];
  return (
    <Page crumbs={crumbs}>
      {scenario.isPending ? (
        <Loading what={t('scenario.what')} />
      ) : scenario.data === undefined ? (
        <ScenarioFailed
          scenarioKey={scenarioKey}
          error={scenario.error}
          onRetry={() => void scenario.refetch()}
        />
      ) : (
        <ScenarioBody scenario={scenario.data} />
      )}
    </Page>
  );
}

function ScenarioBody({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const asked = useSearchParams().get('tab');
  const tab = TABS.find((name) => name === asked) ?? 'tasks';
  const counts: Partial<Record<Tab, number>> = {
    tasks: scenario.tasks.length,
    tables: scenario.tableCount,
    ...(scenario.toolCount !== null && { tools: scenario.toolCount }),
    ...(scenario.findings !== null && { findings: scenario.findings.items.length }),
  };
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface">
      <ScenarioHeader scenario={scenario} />
      <Tabs
        id={ID}
        label={t('scenario.tabs')}
        value={tab}
        tabs={TABS.map((value) => {
          const count = counts[value];
          const shared = { value, label: t(`scenario.${value}`), href: value === 'tasks' ? '?' : `?tab=${value}` };
          return count === undefined ? shared : { ...shared, count };
        })}
        onChange={(next) => pushUrl(fresh(next))}
      />
      <TabPanel id={ID} value={tab} className="flex min-h-0 flex-1 flex-col">
        <TabBody tab={tab} scenario={scenario} />
      </TabPanel>
    </div>
  );
}

/** Another tab begins without the places of the last one. */
function fresh(tab: Tab): Readonly<Record<string, string | null>> {
  const places = ['outcome', 'version', 'runs', 'task', 'tool', 'table', 'row', 'sort', 'dir', 'q', 'offset', 'col', 'val', 'line', 'as'];
  return { ...Object.fromEntries(places.map((name) => [name, null])), tab: tab === 'tasks' ? null : tab };
}

/** All tabs but the first: pages open without them. */
const moreTabs = createLazyPart(async () => import('./more-tabs.ts'));

function TabBody({ tab, scenario }: { readonly tab: Tab; readonly scenario: Scenario }): ReactNode {
  const more = moreTabs.usePart(tab !== 'tasks');
  if (tab === 'tasks') return <TasksTab scenario={scenario} />;
  if (more.state === 'waiting') return <Loading what={t(`scenario.${tab}`)} />;
  if (more.state === 'failed') {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('common.unreachable')}
        actions={<Button onClick={more.retry}>{t('common.retry')}</Button>}
      />
    );
  }
  const { FindingsTab, OutcomesTab, SchemaTab, SourceTab, TablesTab, ToolsTab } = more.part;
  switch (tab) {
    case 'outcomes':
      return <OutcomesTab scenario={scenario} />;
    case 'tools':
      return <ToolsTab scenarioKey={scenario.key} />;
    case 'tables':
      return <TablesTab scenarioKey={scenario.key} />;
    case 'schema':
      return <SchemaTab scenarioKey={scenario.key} />;
    case 'source':
      return <SourceTab scenarioKey={scenario.key} />;
    case 'findings':
      return <FindingsTab scenario={scenario} />;
  }
}
