'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate, formatNumber } from '../../../lib/client/format.ts';
import { progressQuery } from '../../../lib/client/queries/agreement.ts';
import type { ProgressAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import { Part, Scroller } from '../agreement/index.ts';
import { ProjectFrame } from '../frame/index.ts';
import { ProjectPart } from '../projects/index.ts';
import { BurnDown } from './burn-down.tsx';
import { RushedPart, StuckPart } from './health-parts.tsx';
import { t } from './messages.ts';
import { PeoplePart } from './people-part.tsx';

const DAY_MS = 86_400_000;

/** The lead's page: how labelling goes, of whom, and what holds it up. It follows along. */
export function ProgressScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <ProjectPart id={id}>
      {(project) => (
        <ProjectFrame project={project} place="progress">
          <Figures project={id} />
        </ProjectFrame>
      )}
    </ProjectPart>
  );
}

function Figures({ project }: { readonly project: string }): ReactNode {
  const found = useQuery(progressQuery(project));
  if (found.data === undefined && found.isError) {
    return (
      <Notice
        tone="err"
        title={t('agreement.progressFailed')}
        role="alert"
        actions={<Button onClick={() => void found.refetch()}>{t('common.retry')}</Button>}
      >
        {found.error.message}
      </Notice>
    );
  }
  if (found.data === undefined) return <Loading what={t('agreement.progressWhat')} />;
  const progress = found.data;
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('agreement.progress')}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3 outline-offset-[-2px]"
    >
      <Summary progress={progress} />
      <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        <BurnDown progress={progress} />
        <QueuesPart queues={progress.queues} />
      </div>
      <div className="shrink-0">
        <PeoplePart project={project} people={progress.people} />
      </div>
      <div className="grid shrink-0 grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-2">
        <StuckPart stuck={progress.stuck} stuckTotal={progress.stuckTotal} />
        <RushedPart rushed={progress.rushed} />
      </div>
    </div>
  );
}

function Summary({ progress }: { readonly progress: ProgressAnswer }): ReactNode {
  const { submitted, wanted, done, items, pace, filling } = progress;
  return (
    <section
      aria-label={t('agreement.progress')}
      className="shrink-0 rounded-1 border border-line bg-surface px-3 py-2"
    >
      <Progress
        label={t('agreement.doneOf', { submitted: formatNumber(submitted), wanted: formatNumber(wanted) })}
        value={submitted}
        max={wanted}
        text={t('agreement.itemsDone', { done: formatNumber(done), items: formatNumber(items) })}
      />
      <p className="mt-2 text-sm">
        {pace === null ? t('agreement.noPace') : t('agreement.pace', { pace: formatNumber(pace, 1) })}
        {' · '}
        {forecastSays(progress)}
      </p>
      {filling ? <p className="text-sm text-text-2">{t('agreement.filling')}</p> : null}
    </section>
  );
}

function forecastSays({ forecast, noForecast, nowMs }: ProgressAnswer): string {
  if (forecast === null) return t(`agreement.forecasts.${noForecast ?? 'too_early'}`);
  return t('agreement.forecast', {
    low: formatNumber(Math.ceil(forecast.low)),
    high: formatNumber(Math.ceil(forecast.high)),
    date: formatDate(nowMs + forecast.days * DAY_MS),
  });
}

function QueuesPart({ queues }: Pick<ProgressAnswer, 'queues'>): ReactNode {
  return (
    <Part title={t('agreement.queues')}>
      <Scroller label={t('agreement.queues')} className="max-h-60">
        <Table label={t('agreement.queues')} className="font-sans">
          <thead>
            <tr>
              <HeadCell>{t('agreement.queue')}</HeadCell>
              <HeadCell>{t('agreement.state')}</HeadCell>
              <HeadCell className="text-right">{t('agreement.submitted')}</HeadCell>
              <HeadCell className="text-right">{t('agreement.wanted')}</HeadCell>
              <HeadCell className="text-right">{t('agreement.reserved')}</HeadCell>
              <HeadCell className="text-right">{t('agreement.stuck')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {queues.map((queue) => (
              <Row key={queue.id}>
                <Cell>{queue.name}</Cell>
                <Cell>{t(`agreement.states.${queue.state}`)}</Cell>
                {(['submitted', 'wanted', 'reserved', 'stuck'] as const).map((count) => (
                  <Cell key={count} align="end" className="tabular-nums">
                    {formatNumber(queue[count])}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </Scroller>
    </Part>
  );
}
