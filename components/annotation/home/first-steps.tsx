'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { runRevisionQuery } from '../../../lib/client/queries/runs.ts';
import type { Project } from '../../../lib/contracts/annotation/projects.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { projectHref } from '../frame/index.ts';
import { t } from './messages.ts';

interface FirstStepsProps {
  /** Null: there is none yet. */
  readonly project: Project | null;
  readonly onCreate: () => void;
}

/** What is needed before somebody can label, each with its way; what is done already says so. */
export function FirstSteps({ project, onCreate }: FirstStepsProps): ReactNode {
  const runs = useQuery(runRevisionQuery('')).data?.matched ?? null;
  const next = runs === 0 ? 'runs' : project === null ? 'project' : 'queue';
  return (
    <section aria-labelledby="first-steps" className="rounded-2 border border-line bg-surface p-3 md:p-4">
      <h2 id="first-steps" className="font-semibold text-md">
        {t('projects.first.title')}
      </h2>
      <p className="mt-1 max-w-[70ch] text-sm text-text-2">{t('projects.first.body')}</p>
      <ol className="mt-3 flex flex-col gap-3 text-sm">
        <Step
          done={runs !== null && runs > 0}
          title={t('projects.first.runs')}
          body={
            runs === null || runs === 0
              ? t('projects.first.runsBody')
              : t('projects.first.runsThere', { count: runs })
          }
          action={
            <>
              <NavLink
                href="/runs"
                className={buttonClass({ variant: next === 'runs' ? 'primary' : 'default' })}
              >
                {t(runs === 0 ? 'projects.first.import' : 'projects.first.lookAtRuns')}
              </NavLink>
              {runs === 0 ? (
                <NavLink href="/tasks" className={buttonClass()}>
                  {t('projects.first.play')}
                </NavLink>
              ) : null}
            </>
          }
        />
        <Step
          done={project !== null}
          title={t('projects.first.project')}
          body={project === null ? t('projects.first.projectBody') : project.name}
          action={
            project === null ? (
              <Button variant={next === 'project' ? 'primary' : 'default'} onClick={onCreate}>
                {t('projects.create')}
              </Button>
            ) : (
              <NavLink href={projectHref(project.id, 'schema')} className={buttonClass()}>
                {t('projects.first.schema')}
              </NavLink>
            )
          }
        />
        <Step
          done={false}
          title={t('projects.first.queue')}
          body={t('projects.first.queueBody')}
          action={
            project === null ? null : (
              <NavLink
                href={`${projectHref(project.id)}?new=queue`}
                className={buttonClass({ variant: next === 'queue' ? 'primary' : 'default' })}
              >
                {t('projects.first.makeQueue')}
              </NavLink>
            )
          }
        />
        <Step
          done={false}
          title={t('projects.first.people')}
          body={t('projects.first.peopleBody')}
          action={
            <NavLink href="/settings" className={buttonClass()}>
              {t('projects.first.settings')}
            </NavLink>
          }
        />
      </ol>
    </section>
  );
}

interface StepProps {
  readonly done: boolean;
  readonly title: string;
  readonly body: string;
  readonly action: ReactNode;
}

function Step({ done, title, body, action }: StepProps): ReactNode {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
      <span aria-hidden="true" className={done ? 'w-4 text-ok' : 'w-4 text-text-2'}>
        {done ? '✓' : '○'}
      </span>
      <span className="flex min-w-0 flex-1 basis-60 flex-col">
        <span className="font-medium">
          {title}
          {done ? <span className="sr-only"> ({t('projects.first.done')})</span> : null}
        </span>
        <span className="text-text-2 wrap-anywhere">{body}</span>
      </span>
      <span className="flex flex-wrap gap-2">{action}</span>
    </li>
  );
}
