'use client';

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { runHref, shortRunId, workbenchHref } from '../../../lib/client/run-links.ts';
import type { SuspectTask } from '../../../lib/contracts/annotation/grading.ts';
import { outcomeRoutes } from '../../../lib/contracts/rest-outcomes.ts';
import { May } from '../../identity/index.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.ts';
import { t } from './messages.ts';
import { share } from './two-by-two.tsx';

const SHOWN_RUNS = 6;
/** Links that a status takes. */
const LINKS = 20;

/** Verifiers or tasks that people’s labels speak against, with what speaks. */
export function Suspects({
  title,
  tasks,
}: {
  readonly title: string;
  readonly tasks: readonly SuspectTask[];
}): ReactNode {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="py-1 font-semibold text-sm">{title}</h2>
      {tasks.length === 0 ? <p className="text-sm text-text-2">{t('grading.noRuns')}</p> : null}
      <ul className="flex flex-col gap-2">
        {tasks.map((task) => (
          <SuspectLine key={`${task.scenario} ${String(task.taskIdx)}`} task={task} />
        ))}
      </ul>
    </section>
  );
}

function SuspectLine({ task }: { readonly task: SuspectTask }): ReactNode {
  const { scenario, taskIdx, evidence } = task;
  const name = `${scenario}, ${t('grading.taskName', { index: taskIdx })}`;
  const runs = [...new Set(evidence.flatMap((each) => each.runs))];
  const why = evidence.map(({ kind, hits, n, low }) =>
    t(`grading.kind_${kind}`, { hits, n, low: share(low) }),
  );
  const mark = useMutation({
    mutationFn: (status: 'suspect' | 'quarantined') =>
      callApi(outcomeRoutes.setTaskStatuses, {
        body: {
          tasks: [{ scenario, taskIdx }],
          status,
          reason: t('grading.reasonOf', { why: why.join('; ') }),
          evidence: runs
            .slice(0, LINKS)
            .map((run) => ({ label: shortRunId(run), href: `/web${runHref(run)}` })),
        },
      }),
    onSuccess: (_answer, status) =>
      showToast({
        tone: 'ok',
        text: t('grading.marked', {
          task: name,
          status: t(status === 'suspect' ? 'grading.suspect' : 'grading.quarantine'),
        }),
      }),
    onError: (error) => showToast({ tone: 'err', text: error.message }),
  });
  return (
    <li className="flex flex-col gap-1 border-line border-b pb-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <b className="font-semibold">{name}</b>
        <NavLink href={workbenchHref(scenario, taskIdx, runs[0] ?? '')} className="text-accent">
          {t('grading.workbench')}
        </NavLink>
        <May needs="write">
          <Button size="sm" onClick={() => mark.mutate('suspect')}>
            {t('grading.suspect')}
          </Button>
          <Button size="sm" variant="danger" onClick={() => mark.mutate('quarantined')}>
            {t('grading.quarantine')}
          </Button>
        </May>
      </div>
      {why.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="flex flex-wrap gap-2 font-mono">
        {runs.slice(0, SHOWN_RUNS).map((run) => (
          <NavLink key={run} href={runHref(run)} className="text-accent">
            {shortRunId(run)}
          </NavLink>
        ))}
      </p>
    </li>
  );
}
