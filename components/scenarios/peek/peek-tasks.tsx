'use client';

import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { cx } from '../../ui/cx.ts';
import { cellOf, VerdictMark } from '../marks/verdict-strip.tsx';
import { agentRate, humanRate, type Rate, type TaskEntry } from '../model/entries.ts';

interface PeekTasksProps {
  readonly tasks: readonly TaskEntry[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** The tasks in two lines each; the chosen one whole, with its verifiers and rates. */
export function PeekTasks({ tasks, chosen, onChoose }: PeekTasksProps): ReactNode {
  return (
    <ol className="-mx-2 flex flex-col">
      {tasks.map((task) => {
        const open = task.index === chosen;
        return (
          <li key={task.id}>
            <button
              type="button"
              aria-expanded={open}
              onClick={() => onChoose(task.index)}
              className={cx(
                'grid w-full grid-cols-[14px_14px_minmax(0,1fr)] items-start gap-x-2 rounded-1 px-2 py-0.5 text-left leading-[15px]',
                open ? 'on-tint bg-accent-soft py-1.5 text-text' : 'text-text-2 hover:bg-surface-2',
              )}
            >
              <span className="text-right text-text-3">{task.index}</span>
              <VerdictMark cell={cellOf(task)} />
              <span className={cx('wrap-anywhere', !open && 'line-clamp-2')}>{task.text}</span>
              {open ? <TaskFacts task={task} /> : null}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function TaskFacts({ task }: { readonly task: TaskEntry }): ReactNode {
  const { verifiers, stats } = task;
  const kinds = (['code', 'sql'] as const).filter((kind) => verifiers[kind]);
  return (
    <span className="col-start-3 flex flex-wrap gap-x-2.5 pt-1 text-text-2 text-xs">
      <span>{kinds.length === 0 ? t('scenario.noVerifier') : kinds.join(' · ')}</span>
      <Passes who={t('scenarios.human')} rate={humanRate(stats)} className="text-human" />
      <Passes who={t('scenarios.agent')} rate={agentRate(stats)} className="text-agent" />
    </span>
  );
}

function Passes({
  who,
  rate,
  className,
}: {
  readonly who: string;
  readonly rate: Rate;
  readonly className: string;
}): ReactNode {
  if (rate.runs === 0) return null;
  return (
    <span className={className}>
      {who} {rate.passes}/{rate.runs}
    </span>
  );
}
