'use client';

import { type ReactNode } from 'react';
import { MarkedText, NamedText } from '../marked-text.tsx';
import { t } from '../messages.ts';
import { useItem } from '../use-item.ts';

/** Task and final answer, always in sight; what the task names of its app underlined. */
export function Pinned(): ReactNode {
  const { sides, assignment } = useItem();
  const [first, second] = sides;
  if (first === undefined) return null;
  const { task, taskIdx } = assignment.run;
  return (
    <dl
      tabIndex={0}
      aria-label={t('labelling.taskOnly')}
      className="grid max-h-[30vh] shrink-0 grid-cols-1 gap-x-2 gap-y-[5px] overflow-y-auto border-line-strong border-b bg-bg px-4 pt-2 pb-[9px] outline-offset-[-2px] lg:grid-cols-[84px_minmax(0,1fr)] lg:items-baseline"
    >
      <dt className="font-semibold text-text-2 text-xs">
        {taskIdx === null ? t('labelling.taskOnly') : t('labelling.task', { index: taskIdx })}
      </dt>
      <dd className="wrap-anywhere">
        {task === null ? (
          <span className="text-text-2">{t('labelling.noTask')}</span>
        ) : (
          <MarkedText text={task} spans={first.taskSpans} />
        )}
      </dd>
      {[first, ...(second === undefined ? [] : [second])].map((side, index) => (
        <div key={side.alias} className="contents">
          <dt className="font-semibold text-text-2 text-xs">
            {t('labelling.answer')}
            {second === undefined ? '' : ` ${index === 0 ? 'A' : 'B'}`}
          </dt>
          <dd className="text-text-2 wrap-anywhere">
            {side.run.finalAnswer === null ? (
              t('labelling.noAnswer')
            ) : (
              <NamedText text={`“${side.run.finalAnswer}”`} words={side.words} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
