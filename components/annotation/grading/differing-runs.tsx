'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { runHref, shortRunId, workbenchHref } from '../../../lib/client/run-links.ts';
import type { GradedRun } from '../../../lib/contracts/annotation/grading.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { May } from '../../identity/index.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';

interface DifferingRunsProps {
  readonly project: string;
  readonly title: string;
  readonly runs: readonly GradedRun[];
}

/** Runs of which the verifier and people say different things, to look at and to label again. */
export function DifferingRuns({ project, title, runs }: DifferingRunsProps): ReactNode {
  const make = useMutation({
    mutationFn: () =>
      callApi(queueAdminRoutes.createQueue, {
        body: {
          project,
          name: t('grading.queueName', {
            list: title,
            date: new Date().toISOString().slice(0, 16).replace('T', ' '),
          }),
          source: { from: 'runs', target: { ids: runs.map(({ run }) => run) } },
        },
      }),
    onSuccess: ({ name, counts }) =>
      showToast({ tone: 'ok', text: t('grading.queueMade', { name, items: counts.items }) }),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="flex flex-wrap items-center gap-3 py-1 font-semibold text-sm">
        {title}
        {runs.length === 0 ? null : (
          <May needs="lead">
            <Button size="sm" busy={make.isPending} onClick={() => make.mutate()}>
              {t('grading.makeQueue', { count: runs.length })}
            </Button>
          </May>
        )}
      </h2>
      {runs.length === 0 ? (
        <p className="text-sm text-text-2">{t('grading.noRuns')}</p>
      ) : (
        <div tabIndex={0} role="group" aria-label={title} className="max-h-80 overflow-auto">
          <table className="w-full border-collapse text-sm whitespace-nowrap">
            <thead>
              <tr className="border-line border-b text-left text-text-2">
                {(['run', 'scenario', 'task', 'verdict', 'human', 'by'] as const).map((name) => (
                  <th key={name} className="py-1 pr-3 font-medium">
                    {t(`grading.${name}`)}
                  </th>
                ))}
                <th>
                  <span className="sr-only">{t('grading.workbench')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.map((run) => (
                <tr key={run.run} className="h-7 border-line border-b">
                  <td className="pr-3 font-mono">
                    <NavLink href={runHref(run.run)} className="text-accent">
                      {shortRunId(run.run)}
                    </NavLink>
                  </td>
                  <td className="pr-3">{run.scenario}</td>
                  <td className="pr-3">{run.taskIdx}</td>
                  <td className="pr-3">{run.verdict}</td>
                  <td className="pr-3">{t(`runs.labels.${run.human}`)}</td>
                  <td className="pr-3">{t(`grading.bySource_${run.source}`, { count: run.labels })}</td>
                  <td className="text-right">
                    <NavLink href={workbenchHref(run.scenario, run.taskIdx, run.run)} className="text-accent">
                      {t('grading.workbench')}
                    </NavLink>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
