import { type ReactNode, useMemo } from 'react';
import type { BlindRun } from '../../../lib/contracts/annotation/labelling.ts';
import type { TaskWords } from '../../../lib/domain/task-words/index.ts';
import { t } from './messages.ts';
import { Named } from './named.tsx';

/** What was asked and what was answered, always in sight. */
export function TaskStrip({ run, words }: { readonly run: BlindRun; readonly words: TaskWords }): ReactNode {
  const names = useMemo(() => run.steps.flatMap(namesOf), [run.steps]);
  return (
    <dl className="grid shrink-0 grid-cols-[84px_minmax(0,1fr)] items-baseline gap-x-2 gap-y-1 border-line-strong border-b bg-bg px-4 py-2 max-md:grid-cols-1">
      <dt className="font-semibold text-sm text-text-2">
        {run.taskIdx === null ? t('adjudication.taskless') : t('adjudication.task', { index: run.taskIdx })}
      </dt>
      <dd className="max-h-24 overflow-y-auto whitespace-pre-line">
        <Named text={run.task ?? ''} words={words} names={names} />
      </dd>
      <dt className="font-semibold text-sm text-text-2">{t('adjudication.finalAnswer')}</dt>
      <dd className="max-h-20 overflow-y-auto whitespace-pre-line text-text-2">
        {run.finalAnswer === null ? t('adjudication.noAnswer') : <>“{run.finalAnswer}”</>}
      </dd>
    </dl>
  );
}

/** The tool, and its arguments’ names. */
function namesOf({ toolName, argumentsJson }: BlindRun['steps'][number]): string[] {
  const keys = [...(argumentsJson ?? '').matchAll(/"(\w+)"\s*:/g)].map(([, key]) => key ?? '');
  return toolName === null ? keys : [toolName, ...keys];
}
