'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { buildPath } from '../../../lib/client/api.ts';
import { isSignInOver } from '../../../lib/client/refusals.ts';
import type { Grading } from '../../../lib/contracts/annotation/grading.ts';
import { gradingRoutes } from '../../../lib/contracts/annotation/rest-grading.ts';
import { pushUrl, UrlLink } from '../../layout/url-link.tsx';
import { buttonClass, Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { ProjectFrame } from '../frame/index.ts';
import { DifferingRuns } from './differing-runs.tsx';
import { GiveBack } from './give-back.tsx';
import { MeasureTable } from './measure-table.tsx';
import { t } from './messages.ts';
import { type Asked, gradingQuery, projectNameQuery } from './queries.ts';
import { Suspects } from './suspects.tsx';
import { TwoByTwo } from './two-by-two.tsx';
import { FailedNotice, isBlind } from '../../blind/index.ts';

const LEAST = 3;
const OVER = 0.2;

/** Verifiers held against people: where they differ, how often, and what to do about it. */
export function GradingScreen({ project }: { readonly project: string }): ReactNode {
  const search = useSearchParams();
  const asked = askedIn(search);
  const name = useQuery(projectNameQuery(project));
  const grading = useQuery({ ...gradingQuery(project, asked), placeholderData: keepPreviousData });
  return (
    <ProjectFrame project={name.data ?? { id: project, name: '' }} place="grading">
      {grading.isPending ? <Loading what={t('annotate.grading')} /> : null}
      {grading.isError && !(grading.data !== undefined && isSignInOver(grading.error)) ? (
        <FailedNotice
          error={grading.error}
          title={t('grading.failed')}
          actions={<Button onClick={() => void grading.refetch()}>{t('common.retry')}</Button>}
        />
      ) : null}
      {isBlind(grading.error) ? (
        <p className="px-4 py-2">
          <GiveBack project={project} onDone={() => void grading.refetch()} />
        </p>
      ) : null}
      {grading.data === undefined ? null : (
        <div
          tabIndex={0}
          role="group"
          aria-label={t('annotate.grading')}
          className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto px-4 py-3 outline-offset-[-2px]"
        >
          <Choices project={project} asked={asked} />
          <Found project={project} grading={grading.data} />
        </div>
      )}
    </ProjectFrame>
  );
}

function askedIn(search: URLSearchParams): Asked {
  const taskIdx = search.get('task');
  const scenario = search.get('scenario');
  const verifier = search.get('verifier');
  return {
    mode: search.get('mode') === 'sql' ? 'sql' : 'code',
    single: search.get('single') === 'no' ? 'false' : 'true',
    ...(scenario !== null && { scenario }),
    ...(taskIdx !== null && { taskIdx }),
    ...(verifier !== null && { verifier }),
  };
}

function Choices({ project, asked }: { readonly project: string; readonly asked: Asked }): ReactNode {
  // Of a query they may be anything that is a number; here they are what the address says.
  const task = asked.taskIdx === undefined ? [] : [t('grading.taskName', { index: Number(asked.taskIdx) })];
  const place = [asked.scenario ?? [], task, asked.verifier?.slice(0, 8) ?? []].flat();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
      <Segmented
        size="sm"
        label={t('grading.mode')}
        value={asked.mode ?? 'code'}
        segments={[
          { value: 'code', label: t('grading.code') },
          { value: 'sql', label: t('grading.sql') },
        ]}
        onChange={(mode) => pushUrl({ mode: mode === 'sql' ? 'sql' : null, verifier: null })}
      />
      <Checkbox
        label={t('grading.single')}
        checked={asked.single !== 'false'}
        onChange={(on) => pushUrl({ single: on ? null : 'no' })}
      />
      {place.length === 0 ? null : (
        <span>
          {t('grading.place', { place: place.join(', ') })}{' '}
          <UrlLink set={{ scenario: null, task: null, verifier: null }} className="text-accent">
            {t('grading.all')}
          </UrlLink>
        </span>
      )}
      <span className="ml-auto flex gap-2">
        {(['jsonl', 'csv'] as const).map((format) => (
          <a
            key={format}
            download
            href={buildPath(gradingRoutes.exportGrading.path, { id: project }, {
              ...asked,
              format,
            } as Readonly<Record<string, string>>)}
            className={buttonClass({ size: 'sm' })}
          >
            {t('grading.exportAs', { format: format.toUpperCase() })}
          </a>
        ))}
      </span>
    </div>
  );
}

function Found({ project, grading }: { readonly project: string; readonly grading: Grading }): ReactNode {
  const { all, quick, runs } = grading;
  return (
    <>
      <p className="max-w-[90ch] text-sm text-text-2">{t('grading.rule', runs)}</p>
      {all.n === 0 ? (
        <div>
          <h2 className="font-semibold">{t('grading.none')}</h2>
          <p className="text-text-2">{t('grading.noneWhy')}</p>
        </div>
      ) : (
        <TwoByTwo measures={all} />
      )}
      {quick.n === 0 ? null : (
        <p className="text-sm text-text-2">
          {t('grading.quick', { n: quick.n, agree: quick.truePasses + quick.trueFailures })}
        </p>
      )}
      <div className="grid grid-cols-2 gap-6 max-xl:grid-cols-1">
        <DifferingRuns project={project} title={t('grading.falsePass')} runs={grading.falsePasses} />
        <DifferingRuns project={project} title={t('grading.falseFailure')} runs={grading.falseFailures} />
        <Suspects title={t('grading.badVerifiers')} tasks={grading.badVerifiers} />
        <Suspects title={t('grading.badTasks')} tasks={grading.badTasks} />
      </div>
      <p className="text-sm text-text-2">{t('grading.listRule', { least: LEAST, over: OVER })}</p>
      <MeasureTable
        title={t('grading.byScenario')}
        lines={grading.scenarios.map((each) => ({
          ...each,
          id: each.scenario,
          name: (
            <UrlLink set={{ scenario: each.scenario, task: null }} className="text-accent">
              {each.scenario}
            </UrlLink>
          ),
        }))}
      />
      <MeasureTable
        title={t('grading.byTask')}
        lines={grading.tasks.map((each) => ({
          ...each,
          id: `${each.scenario} ${String(each.taskIdx)}`,
          name: (
            <UrlLink set={{ scenario: each.scenario, task: String(each.taskIdx) }} className="text-accent">
              {each.scenario}, {t('grading.taskName', { index: each.taskIdx })}
            </UrlLink>
          ),
        }))}
      />
      <MeasureTable
        title={t('grading.byVersion')}
        lines={grading.versions.map((each) => ({
          ...each,
          id: `${each.scenario} ${String(each.taskIdx)} ${each.verifier}`,
          name: (
            <UrlLink
              set={{ scenario: each.scenario, task: String(each.taskIdx), verifier: each.verifier }}
              className="text-accent"
            >
              {each.scenario}, {t('grading.taskName', { index: each.taskIdx })}{' '}
              <span className="font-mono">{each.verifier.slice(0, 8)}</span>
            </UrlLink>
          ),
        }))}
      />
    </>
  );
}
