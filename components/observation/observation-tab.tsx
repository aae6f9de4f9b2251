'use client';

import { type ReactNode, useMemo } from 'react';
import { buildPath } from '../../lib/client/api.ts';
import { formatSize } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { studioRoutes } from '../../lib/contracts/rest-studio.ts';
import { AgentMessage } from '../agent-message/index.ts';
import { createLargeSource, createLocalSource, type JsonSource, useSourceState } from '../json-view/views.ts';
import { Loading } from '../ui/loading.tsx';
import { Notice } from '../ui/notice.tsx';
import { ObservationHeader } from './header.tsx';
import { ObservationBody } from './body.tsx';

/** What a call answered: its status and reward, the agent's words, and the result as a tree, a table or as it came. */
export function ObservationTab({ viewed }: { readonly viewed: Viewed }): ReactNode {
  const { step, recordId } = viewed;
  if (step === null) return <Notice title={t('observation.seedTitle')}>{t('observation.seedBody')}</Notice>;
  return <StepObservation key={`${recordId} ${step.seq}`} viewed={viewed} step={step} />;
}

function StepObservation({ viewed, step }: { readonly viewed: Viewed; readonly step: LiveStep }): ReactNode {
  const { text, complete } = step.observation;
  const source = useMemo(
    () => (complete ? createLocalSource(text) : createLargeSource(stepUrl(viewed.recordId, step.seq))),
    [complete, text, viewed.recordId, step.seq],
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <Content viewed={viewed} step={step} source={source} />
    </div>
  );
}

interface ContentProps {
  readonly viewed: Viewed;
  readonly step: LiveStep;
  readonly source: JsonSource;
}

function Content({ viewed, step, source }: ContentProps): ReactNode {
  const state = useSourceState(source);
  const summary = state.phase === 'ready' ? state.summary : null;
  return (
    <>
      <ObservationHeader viewed={viewed} step={step} summary={summary} />
      <AgentMessage viewed={viewed} />
      {state.phase === 'loading' ? (
        <Loading what={t('observation.readingLarge', { size: formatSize(step.observation.length) })} />
      ) : null}
      {state.phase === 'failed' ? (
        <Notice tone="err" role="alert" title={t('observation.largeFailed')}>
          {state.message}
        </Notice>
      ) : null}
      {summary === null ? null : (
        <ObservationBody viewed={viewed} step={step} source={source} summary={summary} />
      )}
    </>
  );
}

function stepUrl(recordId: string, seq: number): string {
  return buildPath(studioRoutes.getEpisodeSteps.path, { id: recordId }, { from: seq, to: seq });
}
