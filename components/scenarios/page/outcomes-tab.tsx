'use client';

import { useSearchParams } from 'next/navigation';
import { type ReactNode, useId } from 'react';
import { t } from './messages.ts';
import type { Scenario } from '../../../lib/contracts/rest.ts';
import { replaceUrl } from '../../layout/url-link.tsx';
import { OutcomesPanel } from '../../outcomes/index.ts';
import { Notice } from '../../ui/notice.tsx';

/** How the runs of one task of the scenario end; which one, the address says. */
export function OutcomesTab({ scenario }: { readonly scenario: Scenario }): ReactNode {
  const id = useId();
  const asked = Number(useSearchParams().get('task') ?? '0');
  const taskIdx = scenario.tasks[asked] === undefined ? 0 : asked;
  const text = scenario.tasks[taskIdx];
  if (text === undefined) return <Notice title={t('outcomes.none')} />;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 py-3">
      <div className="flex max-w-[880px] flex-col gap-3">
        <h2 className="sr-only">{t('scenario.outcomes')}</h2>
        <div className="flex flex-col gap-1 px-2">
          <p className="flex items-center gap-2 text-sm">
            <label htmlFor={id} className="shrink-0 text-text-2">
              {t('outcomes.chooseTask')}
            </label>
            <select
              id={id}
              value={taskIdx}
              onChange={(event) => replaceUrl({ task: event.target.value, outcome: null, version: null })}
              className="h-control min-w-0 flex-1 truncate rounded-1 border border-line-control bg-surface px-1 text-text"
            >
              {scenario.tasks.map((task, index) => (
                <option key={index} value={index}>
                  {index}: {task.slice(0, 120)}
                </option>
              ))}
            </select>
          </p>
          <p className="text-md wrap-anywhere whitespace-pre-wrap">{text}</p>
        </div>
        <OutcomesPanel key={taskIdx} scenario={scenario.key} taskIdx={taskIdx} />
      </div>
    </div>
  );
}
