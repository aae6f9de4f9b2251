'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDuration, formatReward, formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { changesQuery } from '../../lib/client/queries/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { FORMAT_ERRORS } from '../../lib/domain/error-rules.ts';
import { effectOf } from '../../lib/domain/step-effect.ts';
import type { Summary } from '../json-view/views.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/segmented.tsx';
import { type ResultView, useObservationView } from './view-store.ts';

/** As reward configurations name it. */
const FORMAT_ERROR = 'format_error';

interface HeaderProps {
  readonly viewed: Viewed;
  readonly step: LiveStep;
  readonly summary: Summary | null;
}

/** Status, time, size, reward and rows written, on one line. */
export function ObservationHeader({ viewed, step, summary }: HeaderProps): ReactNode {
  const failed = effectOf(step) === 'error';
  const { view, setView } = useObservationView();
  return (
    <header className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-3 py-1 text-sm">
      <b className={cx('font-semibold whitespace-nowrap', failed ? 'text-err' : 'text-ok')}>
        <span aria-hidden="true">{failed ? '✕' : '✓'} </span>
        {statusText(step, failed)}
      </b>
      {step.httpMethod === null ? null : (
        <span className="min-w-0 font-mono text-text-2 wrap-anywhere">
          {step.httpMethod} {step.httpRoute}
        </span>
      )}
      <span className="text-text-2">{formatDuration(step.durationMs)}</span>
      {summary === null ? null : <span className="text-text-2">{formatSize(summary.bytes)}</span>}
      {step.rewardType === null ? null : (
        <Badge tone={toneOf(step.rewardType, failed)}>{step.rewardType}</Badge>
      )}
      {step.reward === null ? null : (
        <span>
          {t('observation.reward')}{' '}
          <b className={cx('font-mono font-semibold', step.reward < 0 && 'text-err')}>
            {formatReward(step.reward)}
          </b>
          {step.rewardType !== null && FORMAT_ERRORS.has(step.rewardType) ? (
            <span className="text-text-2"> {FORMAT_ERROR}</span>
          ) : null}
        </span>
      )}
      <Written viewed={viewed} step={step} />
      {summary === null ? null : (
        <Segmented<ResultView>
          className="ml-auto"
          label={t('observation.view')}
          value={view}
          segments={[
            { value: 'tree', label: t(summary.tree ? 'observation.tree' : 'observation.text') },
            { value: 'table', label: t('observation.table') },
            { value: 'raw', label: t('observation.raw') },
          ]}
          onChange={setView}
        />
      )}
    </header>
  );
}

function statusText(step: LiveStep, failed: boolean): string {
  if (step.httpStatus !== null) return t('observation.http', { status: step.httpStatus });
  if (step.kind === 'call_tool' && failed) return t('observation.noHttp');
  return t(failed ? 'observation.failed' : 'observation.ok');
}

function toneOf(rewardType: string, failed: boolean): Tone {
  if (failed || rewardType === 'others') return 'err';
  if (rewardType === 'complete' || rewardType === 'tool_call_ok') return 'ok';
  return rewardType === 'incomplete' || rewardType === 'agent_error' ? 'warn' : 'plain';
}

function Written({ viewed, step }: { readonly viewed: Viewed; readonly step: LiveStep }): ReactNode {
  const { data } = useQuery({
    ...changesQuery(viewed.recordId, step.seq - 1, step.seq),
    enabled: step.wrote,
  });
  if (!step.wrote) {
    return <span className="text-text-3">{t('observation.rowsWritten', { count: 0 })}</span>;
  }
  const count = data?.state === 'ok' ? data.inserted + data.updated + data.deleted : null;
  return (
    <UrlLink set={{ tab: 'changes', diff: null }} className="text-write no-underline hover:underline">
      <span aria-hidden="true">● </span>
      {count === null ? t('observation.wrote') : t('observation.rowsWritten', { count })}
    </UrlLink>
  );
}
