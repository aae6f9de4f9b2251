'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatAbsolute } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { replayQuery, runKeys } from '../../lib/client/queries/run.ts';
import type { ReplayResult } from '../../lib/contracts/branches.ts';
import { branchRoutes } from '../../lib/contracts/rest-branches.ts';
import { May } from '../identity/index.ts';
import { JobProgress } from '../jobs/index.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { FieldError } from '../ui/input.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { ReplayBadge } from './replay-badge.tsx';
import { answerOf } from './step-text.ts';
import type { RunView } from './use-run.ts';

/** Plays the run again from its first state, and says what came out otherwise. */
export function ReplaySide({ view }: { readonly view: RunView }): ReactNode {
  const { id } = view.episode;
  const client = useQueryClient();
  const last = useQuery(replayQuery(id));
  const [clock, setClock] = useState<'recorded' | 'now'>('recorded');
  const replay = useMutation({
    networkMode: 'always',
    mutationFn: () => callApi(branchRoutes.replayRuns, { body: { target: { ids: [id] }, clock } }),
  });
  const result = last.data?.replay ?? null;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto px-3 py-2 text-sm">
      <p className="text-text-2">{t('run.replay.what')}</p>
      <May needs="run" say>
        <div className="flex flex-wrap items-center gap-2">
          <Segmented
            label={t('run.replay.clock')}
            value={clock}
            onChange={setClock}
            segments={[
              { value: 'recorded', label: t('run.replay.recorded') },
              { value: 'now', label: t('run.replay.now') },
            ]}
          />
          <Button
            variant="primary"
            busy={replay.isPending}
            disabled={view.running}
            onClick={() => replay.mutate()}
          >
            {t(result === null ? 'run.replay.start' : 'run.replay.again')}
          </Button>
          {view.running ? <span className="text-text-2">{t('run.replay.running')}</span> : null}
        </div>
      </May>
      {replay.isError ? <FieldError id="replay-error">{replay.error.message}</FieldError> : null}
      {replay.data === undefined ? null : (
        <JobProgress
          key={replay.data.id}
          id={replay.data.id}
          onEnd={() => void client.invalidateQueries({ queryKey: runKeys.replay(id) })}
        />
      )}
      {last.isError ? <FieldError id="replay-last">{last.error.message}</FieldError> : null}
      {result === null ? null : <Result result={result} view={view} />}
    </div>
  );
}

function Result({ result, view }: { readonly result: ReplayResult; readonly view: RunView }): ReactNode {
  const others = result.steps.filter((step) => step.result === 'different' || step.state === 'different');
  return (
    <section aria-label={t('run.replay.result')} className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <ReplayBadge replay={result} />
        <span className="min-w-0 flex-1 wrap-anywhere">{result.message}</span>
        <time className="text-text-2 text-xs">{formatAbsolute(result.atMs)}</time>
      </p>
      {result.scenarioChanged ? (
        <p className="text-warn">
          <span aria-hidden="true">! </span>
          {t('run.replay.scenarioChanged')}
        </p>
      ) : null}
      <p className="text-text-2">
        {t('run.replay.steps', { same: result.steps.length - others.length, count: result.steps.length })}
      </p>
      <ol className="flex flex-col gap-2">
        {others.map((step) => {
          const was = view.steps.get(step.seq)?.live;
          return (
            <li key={step.seq} className="rounded-1 border border-line px-2 py-1">
              <UrlLink set={{ step: String(step.seq) }} className="font-medium text-accent hover:underline">
                {t('run.step', { seq: step.seq })}
              </UrlLink>{' '}
              <span className="text-text-2">
                {[
                  step.result === 'different' ? t('run.replay.answerDiffers') : null,
                  step.state === 'different' ? t('run.replay.stateDiffers') : null,
                ]
                  .filter((part) => part !== null)
                  .join(', ')}
              </span>
              {step.got === null ? null : (
                <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 font-mono text-xs leading-[18px]">
                  <dt className="font-sans text-del">{t('run.replay.was')}</dt>
                  <dd className="line-clamp-6 wrap-anywhere">
                    {was === undefined ? '' : answerOf(was).text}
                  </dd>
                  <dt className="font-sans text-add">{t('run.replay.is')}</dt>
                  <dd className="line-clamp-6 wrap-anywhere">{step.got}</dd>
                </dl>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
