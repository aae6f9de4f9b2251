'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useMemo } from 'react';
import { t } from './messages.ts';
import { taskStatsQuery } from '../../../lib/client/queries/evidence.ts';
import type { Scenario } from '../../../lib/contracts/rest.ts';
import { NavLink } from '../../layout/nav-link.tsx';
import { outcomesHref } from '../../outcomes/index.ts';
import { PlayButton } from '../../play/index.ts';
import { Badge } from '../../ui/badge.tsx';
import { cx } from '../../ui/cx.ts';
import { FindingExplained } from '../findings/finding-explained.tsx';
import { PassBars } from '../marks/pass-rates.tsx';
import { cellOf, VerdictMark } from '../marks/verdict-strip.tsx';
import { agentRate, humanRate, makeEntries, type TaskEntry } from '../model/entries.ts';

export function TasksTab({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const stats = useQuery(taskStatsQuery());
  const [entry] = useMemo(() => makeEntries([scenario], stats.data?.items ?? []), [scenario, stats.data]);
  const asked = useSearchParams().get('task');
  const tasks = entry?.tasks ?? [];
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <ol aria-label={t('scenario.tasks')}>
        {tasks.map((task) => (
          <Task key={task.id} task={task} asked={String(task.index) === asked} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2 px-3 py-3">
        <PlayButton scenario={scenario.key} taskIdx={null} />
      </div>
    </div>
  );
}

/** The task that the address names is brought into sight. */
function intoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

function Task({ task, asked }: { readonly task: TaskEntry; readonly asked: boolean }): ReactNode {
  return (
    <li
      ref={asked ? intoSight : undefined}
      aria-current={asked ? 'true' : undefined}
      className={cx(
        'flex flex-wrap items-start gap-x-3 gap-y-2 border-line border-b px-3 py-2',
        asked && 'on-tint bg-accent-soft shadow-[inset_2px_0_var(--accent)]',
      )}
    >
      <span className="flex w-9 shrink-0 items-center justify-end gap-2 pt-0.5 text-sm text-text-2">
        {task.index}
        <VerdictMark cell={cellOf(task)} />
      </span>
      <div className="flex min-w-0 flex-1 basis-60 flex-col gap-1.5">
        <p className="max-w-[100ch] wrap-anywhere whitespace-pre-wrap">{task.text}</p>
        <Verifiers task={task} />
        {task.findings.map((finding, index) => (
          <div key={index} className="max-w-[100ch] text-sm">
            <FindingExplained scenarioKey={task.scenario.key} finding={finding} />
          </div>
        ))}
      </div>
      <span className="shrink-0 pt-0.5 max-md:hidden">
        <PassBars human={humanRate(task.stats)} agent={agentRate(task.stats)} />
      </span>
      <div className="flex max-w-full flex-col items-end gap-1 max-md:pl-12">
        <PlayButton scenario={task.scenario.key} taskIdx={task.index} />
        {task.stats === null ? null : (
          <NavLink
            href={outcomesHref({ scenario: task.scenario.key, taskIdx: task.index })}
            className="text-accent text-sm underline"
          >
            {t('tasks.outcomes')}
          </NavLink>
        )}
      </div>
    </li>
  );
}

function Verifiers({ task }: { readonly task: TaskEntry }): ReactNode {
  const kinds = (['code', 'sql'] as const).filter((kind) => task.verifiers[kind]);
  return (
    <p className="flex gap-1">
      {kinds.length === 0 ? (
        <Badge tone="warn" glyph="!">
          {t('scenario.noVerifier')}
        </Badge>
      ) : (
        kinds.map((kind) => (
          <Badge key={kind} glyph="✓">
            {t(`scenario.${kind}`)}
          </Badge>
        ))
      )}
    </p>
  );
}
