'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { agreementQuery, progressQuery } from '../../../lib/client/queries/agreement.ts';
import type { AgreementAnswer } from '../../../lib/contracts/annotation/agreement.ts';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { ProjectFrame } from '../frame/index.ts';
import { ProjectPart } from '../projects/index.ts';
import { BreakdownPart } from './breakdown-part.tsx';
import { ConfusionPart } from './confusion-part.tsx';
import { DriftPart } from './drift-part.tsx';
import { FirstErrors } from './first-errors.tsx';
import { Headline, LeftOut } from './headline.tsx';
import { t } from './messages.ts';
import { RatedPart } from './rated-part.tsx';
import { ScoresPart } from './scores-part.tsx';
import { type Look, useLook } from './use-look.ts';

/** How far annotators of a project agree, and where they do not. */
export function AgreementScreen({ id }: { readonly id: string }): ReactNode {
  return (
    <ProjectPart id={id}>
      {(project) => (
        <ProjectFrame project={project} place="agreement">
          <Figures project={id} />
        </ProjectFrame>
      )}
    </ProjectPart>
  );
}

function Figures({ project }: { readonly project: string }): ReactNode {
  const look = useLook();
  const found = useQuery(agreementQuery(project, look.look));
  if (found.data !== undefined) return <Body project={project} look={look} data={found.data} />;
  if (!found.isError) return <Loading what={t('agreement.what')} />;
  return (
    <Notice
      tone="err"
      title={t('agreement.failed')}
      role="alert"
      actions={<Button onClick={() => void found.refetch()}>{t('common.retry')}</Button>}
    >
      {found.error.message}
    </Notice>
  );
}

interface BodyProps {
  readonly project: string;
  readonly look: Look;
  readonly data: AgreementAnswer;
}

function Body({ project, look, data }: BodyProps): ReactNode {
  const { annotators } = data.choices;
  const kind = data.measures.find(({ id }) => id === look.measure)?.kind ?? 'nominal';
  return (
    <div
      tabIndex={0}
      role="group"
      aria-label={t('agreement.title')}
      className="min-h-0 flex-1 overflow-y-auto p-3 outline-offset-[-2px]"
    >
      <Filters {...{ project, look, data }} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <Headline data={data} look={look} />
        <div className="flex min-w-0 flex-col gap-3">
          <FirstErrors found={data.localisation} look={look} />
          <LeftOut left={data.left} />
        </div>
        <BreakdownPart project={project} look={look} kind={kind} />
        <ConfusionPart project={project} look={look} annotators={annotators} />
        <RatedPart project={project} look={look} />
        <div className="flex min-w-0 flex-col gap-3">
          <DriftPart project={project} look={look} annotators={annotators} />
          <ScoresPart self={data.self} gold={data.gold} />
        </div>
      </div>
    </div>
  );
}

function Filters({ project, look, data: { choices } }: BodyProps): ReactNode {
  const queues = useQuery(progressQuery(project)).data?.queues ?? [];
  const { queue, scenario, version } = look.look;
  return (
    <div role="group" aria-label={t('agreement.filters')} className="mb-3 flex flex-wrap gap-2">
      <Select
        className="w-52"
        label={t('agreement.queue')}
        value={queue ?? ''}
        options={[
          { value: '', label: t('agreement.allQueues') },
          ...queues.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(value) => look.set({ queue: value === '' ? null : value })}
      />
      <Select
        className="w-52"
        label={t('agreement.scenario')}
        value={scenario ?? ''}
        options={[
          { value: '', label: t('agreement.allScenarios') },
          ...choices.scenarios.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => look.set({ scenario: value === '' ? null : value })}
      />
      {choices.versions.length < 2 ? null : (
        <Select
          className="w-52"
          label={t('agreement.version')}
          value={version === undefined ? '' : String(version)}
          options={[
            { value: '', label: t('agreement.allVersions') },
            ...choices.versions.map((value) => ({
              value: String(value),
              label: t('agreement.versionN', { version: value }),
            })),
          ]}
          onChange={(value) => look.set({ version: value === '' ? null : value })}
        />
      )}
    </div>
  );
}
