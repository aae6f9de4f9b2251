'use client';

import { NavLink } from '../../layout/nav-link.tsx';
import type { ReactNode } from 'react';
import { formatAbsolute } from '../../../lib/client/format.ts';
import { t } from '../messages.ts';
import type { TaskStatusName } from '../../../lib/contracts/task-statuses.ts';
import { outcomesHref } from '../../outcomes/index.ts';
import { PlayButton } from '../../play/index.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FindingExplained } from '../findings/finding-explained.tsx';
import { StatusMark } from '../marks/status-mark.tsx';
import { agentRate, humanRate, type Rate, type TaskEntry } from '../model/entries.ts';
import { taskOf } from '../model/finding-kinds.ts';
import { TaskSaid } from '../statuses/task-said.tsx';
import { PeekFrame, PeekSection } from './peek-frame.tsx';
import { TaskOutcomes } from './task-outcomes.tsx';

interface TaskPeekProps {
  readonly task: TaskEntry;
  readonly place: string;
  readonly onClose: () => void;
  readonly onStatus: (status: TaskStatusName) => void;
}

/** A task in full: its text, what was found about it and why that matters, how its runs went. */
export function TaskPeek({ task, place, onClose, onStatus }: TaskPeekProps): ReactNode {
  const { scenario, index, findings, stats, verifiers } = task;
  const page = `/scenarios/${encodeURIComponent(scenario.key)}`;
  const checkedAtMs = scenario.findings?.checkedAtMs;
  const wide = (scenario.findings?.items ?? []).filter((finding) => taskOf(finding) === null);
  return (
    <PeekFrame
      title={t('tasks.peekTitle', { scenario: scenario.key, index })}
      place={place}
      onClose={onClose}
      actions={
        <>
          <PlayButton scenario={scenario.key} taskIdx={index} variant="primary" />
          <NavLink
            href={`/runs?q=${encodeURIComponent(`scenario:${scenario.key} task:${String(index)}`)}`}
            className={buttonClass()}
          >
            {t('tasks.toRuns')}
          </NavLink>
          <NavLink href={`${page}?task=${String(index)}`} className={buttonClass()}>
            {t('scenario.open')}
          </NavLink>
          {verifiers.code || verifiers.sql ? (
            <NavLink
              href={`/verifiers/${encodeURIComponent(scenario.key)}/${String(index)}?mode=${verifiers.code ? 'code' : 'sql'}`}
              className={buttonClass()}
            >
              {t('tasks.verifier')}
            </NavLink>
          ) : null}
          <span className="ml-auto">
            <StatusMark
              status={task.status}
              said={task.said !== null}
              recheck={(task.said?.recheck.length ?? 0) > 0}
            />
          </span>
        </>
      }
    >
      <p className="border-line border-b px-4 py-3 text-md wrap-anywhere whitespace-pre-wrap">{task.text}</p>
      <PeekSection title={t('tasks.status')}>
        <TaskSaid task={task} onStatus={onStatus} />
      </PeekSection>
      <PeekSection
        title={t('findings.title')}
        note={
          checkedAtMs === undefined
            ? t('findings.unchecked')
            : t('tasks.findingsNote', { count: findings.length, time: formatAbsolute(checkedAtMs) })
        }
      >
        {findings.length === 0 ? (
          <p className="text-text-2">
            {checkedAtMs === undefined ? t('scenario.notChecked') : t('tasks.noFindings')}
          </p>
        ) : (
          <ul className="flex flex-col gap-3">
            {findings.map((finding, at) => (
              <li key={at}>
                <FindingExplained scenarioKey={scenario.key} finding={finding} />
              </li>
            ))}
          </ul>
        )}
        {wide.length === 0 ? null : (
          <p className="pt-2">
            <NavLink href={`${page}?tab=findings`} className="text-accent underline">
              {t('tasks.wide', { count: wide.length })}
            </NavLink>
          </p>
        )}
      </PeekSection>
      <PeekSection title={t('tasks.outcomes')}>
        <TaskOutcomes scenario={scenario.key} taskIdx={index} />
        <p className="px-2 pt-1">
          <NavLink
            href={outcomesHref({ scenario: scenario.key, taskIdx: index })}
            className="text-accent underline"
          >
            {t('tasks.toOutcomes')}
          </NavLink>
        </p>
      </PeekSection>
      <PeekSection title={t('tasks.runs')}>
        <dl className="grid grid-cols-[auto_1fr_auto_1fr] gap-x-3 gap-y-1">
          <dt className="text-text-2">
            <span aria-hidden="true" className="text-human">
              ●{' '}
            </span>
            {t('scenarios.human')}
          </dt>
          <dd>{sayPasses(humanRate(stats))}</dd>
          <dt className="text-text-2">{t('tasks.codeVerifier')}</dt>
          <dd>{verifiers.code ? t('tasks.yes') : t('tasks.no')}</dd>
          <dt className="text-text-2">
            <span aria-hidden="true" className="text-agent">
              ■{' '}
            </span>
            {t('scenarios.agent')}
          </dt>
          <dd>{sayPasses(agentRate(stats))}</dd>
          <dt className="text-text-2">{t('tasks.sqlVerifier')}</dt>
          <dd>{verifiers.sql ? t('tasks.yes') : t('tasks.no')}</dd>
        </dl>
        {stats === null || stats.otherRuns === 0 ? null : (
          <p className="pt-1 text-text-2">{t('tasks.otherRuns', { count: stats.otherRuns })}</p>
        )}
      </PeekSection>
    </PeekFrame>
  );
}

function sayPasses({ runs, passes }: Rate): string {
  return runs === 0 ? t('scenarios.noRuns') : t('tasks.passes', { passes, runs });
}
