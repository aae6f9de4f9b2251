'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatReward, formatSize } from '../../lib/client/format.ts';
import { t } from '../../lib/client/messages/index.ts';
import { wholeStepQuery } from '../../lib/client/queries/sessions.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { JsonText } from '../json-view/index.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { readObservation } from './observation.ts';
import { RewardBadge } from './reward-badge.tsx';

export function ObservationTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  return viewed.step === null ? null : (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <StepDetails key={viewed.seq} step={viewed.step} />
    </div>
  );
}

function StepDetails({ step }: { readonly step: LiveStep }): ReactNode {
  const [wanted, setWanted] = useState(false);
  const whole = useQuery({ ...wholeStepQuery(step.episodeId, step.seq), enabled: wanted });
  const json = whole.data?.observationJson ?? step.observation.text;
  const complete = whole.data !== undefined && whole.data !== null ? true : step.observation.complete;
  const reading = readObservation(json, complete);
  const args = whole.data?.argumentsJson ?? step.arguments?.text ?? '{}';
  return (
    <div className="flex flex-col gap-3 px-3 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text-2">
        <RewardBadge step={step} />
        {step.httpMethod === null ? null : (
          <span className="font-mono wrap-anywhere">
            {step.httpMethod} {step.httpRoute}
          </span>
        )}
        {step.httpStatus === null ? null : (
          <Badge tone={step.httpStatus < 400 ? 'ok' : 'err'} glyph={step.httpStatus < 400 ? '✓' : '✕'}>
            {t('steps.http', { status: step.httpStatus })}
          </Badge>
        )}
        {step.kind === 'call_tool' ? (
          <Badge tone={step.wrote ? 'write' : 'plain'} glyph={step.wrote ? '●' : '○'}>
            {t(step.wrote ? 'steps.wrote' : 'steps.read')}
          </Badge>
        ) : null}
        {step.tablesTouched !== null && step.tablesTouched.length > 0 ? (
          <span>{t('steps.tables', { names: step.tablesTouched.join(', ') })}</span>
        ) : null}
        {step.reward === null ? null : (
          <span>{t('steps.reward', { reward: formatReward(step.reward) })}</span>
        )}
      </p>
      {args === '{}' ? null : (
        <section aria-label={t('steps.arguments')}>
          <h3 className="mb-0.5 text-text-2 text-xs">{t('steps.arguments')}</h3>
          <JsonText text={args} />
        </section>
      )}
      {reading.warning === null ? null : (
        <p className="text-sm text-warn wrap-anywhere">
          <span aria-hidden="true">! </span>
          {reading.warning}
        </p>
      )}
      {reading.kind === 'none' ? null : (
        <section aria-label={t(reading.kind === 'error' ? 'steps.error' : 'steps.result')}>
          <h3 className={cx('mb-0.5 text-xs', reading.kind === 'error' ? 'text-err' : 'text-text-2')}>
            {reading.kind === 'error' ? <span aria-hidden="true">✕ </span> : null}
            {t(reading.kind === 'error' ? 'steps.error' : 'steps.result')}
          </h3>
          <JsonText text={reading.text} />
        </section>
      )}
      {complete ? null : (
        <p className="flex flex-wrap items-center gap-2 text-sm text-text-2">
          {t('steps.large', { size: formatSize(step.observation.length) })}
          <Button size="sm" disabled={whole.isFetching} onClick={() => setWanted(true)}>
            {t('steps.loadAll')}
          </Button>
          {whole.error === null ? null : <span className="text-err">{whole.error.message}</span>}
        </p>
      )}
    </div>
  );
}
