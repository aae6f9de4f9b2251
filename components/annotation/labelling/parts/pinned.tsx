'use client';

import type { ReactNode } from 'react';
import { cx } from '../../../ui/cx.ts';
import { LongText } from '../../../ui/long-text.tsx';
import { LongNamedText, MarkedText } from '../marked-text.tsx';
import { t } from '../messages.ts';
import { useItem } from '../use-item.ts';

/**
 * Task and final answer, always in sight; what the task names of its app underlined. `fixed`: as high for each item of a queue,
 * long or short, so that what stands below is in the same place for all of them.
 */
export function Pinned({ fixed = false }: { readonly fixed?: boolean }): ReactNode {
  const { sides, assignment } = useItem();
  const [first, second] = sides;
  if (first === undefined) return null;
  const { task, taskIdx } = assignment.run;
  return (
    <dl
      tabIndex={0}
      aria-label={t('labelling.taskOnly')}
      className={cx(
        'grid max-h-[30vh] shrink-0 grid-cols-1 content-start gap-x-2 gap-y-[5px] overflow-y-auto border-line-strong border-b bg-bg px-4 pt-2 pb-[9px] outline-offset-[-2px] lg:items-baseline',
        second === undefined ? 'lg:grid-cols-[84px_minmax(0,1fr)]' : 'lg:grid-cols-[100px_minmax(0,1fr)]',
        // Three lines of a task and two of an answer; of a pair one more answer.
        fixed && (second === undefined ? 'h-[118px]' : 'h-[160px]'),
      )}
    >
      <dt className="font-semibold text-text-2 text-xs">
        {taskIdx === null ? t('labelling.taskOnly') : t('labelling.task', { index: taskIdx })}
      </dt>
      <dd className="wrap-anywhere">
        {task === null ? (
          <span className="text-text-2">{t('labelling.noTask')}</span>
        ) : (
          <LongText text={task}>
            {(shown) => (
              <MarkedText text={shown} spans={first.taskSpans.filter(({ end }) => end <= shown.length)} />
            )}
          </LongText>
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
              <LongNamedText text={`“${side.run.finalAnswer}”`} words={side.words} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
