'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { episodeQuery } from '../../lib/client/queries/episodes.ts';
import { sourceQuery } from '../../lib/client/queries/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { ScenarioCode } from '../../lib/contracts/evidence.ts';
import { CodeView } from '../editor/index.ts';
import { pushUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { Strip } from '../ui/strip.tsx';
import { placeOf } from './source-place.ts';

/** The scenario's code, at the route of the viewed step's tool, or where the URL points. */
export function SourceTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const source = useQuery({ ...sourceQuery(viewed.scenario), enabled: !viewed.hidden });
  const episode = useQuery({ ...episodeQuery(viewed.recordId), enabled: !viewed.hidden });
  if (viewed.hidden) return <Notice title={t('source.hiddenTitle')}>{t('source.hiddenBody')}</Notice>;
  if (source.isPending) return <Loading what={t('source.what')} />;
  if (source.isError) {
    return (
      <Notice
        tone="err"
        role="alert"
        title={t('source.failedTitle')}
        actions={<Button onClick={() => void source.refetch()}>{t('common.retry')}</Button>}
      >
        {source.error.message}
      </Notice>
    );
  }
  const differs = episode.data !== undefined && episode.data.scenarioHash !== source.data.scenarioHash;
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      {differs ? <Strip tone="warn">{t('source.otherCode')}</Strip> : null}
      <Code viewed={viewed} source={source.data} />
    </div>
  );
}

/** The choice that goes with the viewed step. No tool is called so: names have no @. */
const FOLLOW = '@step';

function Code({ viewed, source }: { readonly viewed: Viewed; readonly source: ScenarioCode }): ReactNode {
  const params = useSearchParams();
  const named = params.get('route');
  const stepTool = viewed.step?.toolName ?? params.get('tool');
  const place = placeOf(source, { line: params.get('line'), route: named, tool: stepTool });
  return (
    <>
      <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-2 border-line border-b px-2 py-1">
        <Select
          label={t('source.route')}
          size="sm"
          className="w-72 max-w-full"
          value={named !== null && place.route?.tool === named ? named : FOLLOW}
          options={[
            {
              value: FOLLOW,
              label: stepTool === null ? t('source.top') : t('source.ofStep', { tool: stepTool }),
            },
            ...source.routes.map(({ tool, method, path }) => ({
              value: tool,
              label: tool,
              detail: `${method} ${path}`,
            })),
          ]}
          onChange={(value) => pushUrl({ route: value === FOLLOW ? null : value, line: null })}
        />
        <span className="min-w-0 flex-1 truncate text-sm text-text-2">
          {place.route === null ? null : (
            <span className="font-mono">
              {place.route.method} {place.route.path}
            </span>
          )}
          {place.range === null ? null : (
            <> · {t('source.lines', { from: place.range.from, to: place.range.to })}</>
          )}
        </span>
      </header>
      {place.route !== null && place.range === null ? (
        <Strip tone="info">{t('source.noLines', { tool: place.route.tool })}</Strip>
      ) : null}
      <CodeView
        code={source.code}
        language="python"
        label={t('source.label', { scenario: viewed.scenario })}
        highlight={place.range}
      />
    </>
  );
}
