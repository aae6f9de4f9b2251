'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { scenarioQuery } from '../../lib/client/queries/scenarios.ts';
import type { Scenario } from '../../lib/contracts/rest.ts';
import { Page } from '../layout/page.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { FindingsList } from './findings-list.tsx';
import { TaskList } from './task-list.tsx';
import { ToolTable } from './tool-table.tsx';

export function ScenarioScreen({ scenarioKey }: { readonly scenarioKey: string }): ReactNode {
  const scenario = useQuery(scenarioQuery(scenarioKey));
  const crumbs = [{ label: t('scenarios.title'), href: '/' }, { label: scenarioKey }];
  return (
    <Page crumbs={crumbs}>
      {scenario.isPending ? (
        <Loading what={t('scenario.what')} />
      ) : scenario.data === undefined ? (
        <Notice
          tone="err"
          role="alert"
          title={t('scenario.failedTitle')}
          actions={<Button onClick={() => void scenario.refetch()}>{t('common.retry')}</Button>}
        >
          {scenario.error.message}
        </Notice>
      ) : (
        <ScenarioBody scenario={scenario.data} />
      )}
    </Page>
  );
}

function ScenarioBody({ scenario }: { readonly scenario: Scenario }): ReactNode {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:overflow-hidden">
      <div className="bg-surface lg:overflow-y-auto lg:border-line lg:border-r">
        <div className="flex flex-col gap-1 px-3 py-3">
          <h2 className="font-semibold text-lg wrap-anywhere">{scenario.name}</h2>
          <p className="text-text-2 wrap-anywhere">{scenario.description}</p>
          <p>
            <Badge>
              {t('scenarios.pack')} {scenario.pack}
            </Badge>
          </p>
          <FindingsList findings={scenario.findings} />
        </div>
        <TaskList scenario={scenario} />
      </div>
      <div className="bg-surface lg:min-h-0 lg:overflow-y-auto">
        <ToolTable scenarioKey={scenario.key} />
      </div>
    </div>
  );
}
