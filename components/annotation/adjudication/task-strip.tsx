import { Fragment, type ReactNode, useMemo } from 'react';
import type { BlindRun } from '../../../lib/contracts/annotation/labelling.ts';
import type { TaskWords } from '../../../lib/domain/task-words/index.ts';
import { UrlLink } from '../../layout/url-link.tsx';
import { cx } from '../../ui/cx.ts';
import { LongText } from '../../ui/long-text.tsx';
import { t } from './messages.ts';
import { Named } from './named.tsx';

interface TaskStripProps {
  readonly run: BlindRun;
  /** The second of a pair. */
  readonly otherRun: BlindRun | null;
  readonly words: TaskWords;
  /** The run is open, instead of the labels. */
  readonly whole: boolean;
}

/** What was asked and what was answered, always in sight. */
export function TaskStrip({ run, otherRun, words, whole }: TaskStripProps): ReactNode {
  const names = useMemo(
    () => [run, otherRun].flatMap((each) => each?.steps.flatMap(namesOf) ?? []),
    [run, otherRun],
  );
  return (
    <dl
      className={cx(
        'grid shrink-0 items-baseline gap-x-2 gap-y-1 border-line-strong border-b bg-bg px-4 py-2 max-md:grid-cols-1',
        otherRun === null ? 'grid-cols-[84px_minmax(0,1fr)_auto]' : 'grid-cols-[100px_minmax(0,1fr)_auto]',
      )}
    >
      <dt className="font-semibold text-sm text-text-2">
        {run.taskIdx === null ? t('adjudication.taskless') : t('adjudication.task', { index: run.taskIdx })}
      </dt>
      <dd>
        {/* Reached by keys where it scrolls. */}
        <div
          role="group"
          tabIndex={0}
          aria-label={t('adjudication.taskText')}
          className="max-h-24 overflow-y-auto whitespace-pre-line"
        >
          <LongText text={run.task ?? ''}>
            {(shown) => <Named text={shown} words={words} names={names} />}
          </LongText>
        </div>
      </dd>
      <dd className="text-sm">
        <UrlLink set={{ open: whole ? null : 'run' }} className="text-accent">
          {t(whole ? 'adjudication.backToLabels' : 'adjudication.openBlind')}
        </UrlLink>
      </dd>
      {(otherRun === null ? [run] : [run, otherRun]).map(({ finalAnswer }, index) => (
        <Fragment key={index}>
          <dt className="font-semibold text-sm text-text-2">
            {t('adjudication.finalAnswer')}
            {otherRun === null ? '' : ` ${String(index + 1)}`}
          </dt>
          <dd className="col-span-2 max-md:col-span-1 text-text-2">
            <div
              role="group"
              tabIndex={0}
              aria-label={t('adjudication.finalAnswer')}
              className="max-h-20 overflow-y-auto whitespace-pre-line wrap-anywhere"
            >
              {finalAnswer === null ? t('adjudication.noAnswer') : <LongText text={`“${finalAnswer}”`} />}
            </div>
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

const READ_CHARS = 20_000;

/** The tool, and its arguments’ names. */
function namesOf({ toolName, argumentsJson }: BlindRun['steps'][number]): string[] {
  const keys = [...(argumentsJson ?? '').slice(0, READ_CHARS).matchAll(/"(\w+)"\s*:/g)].map(
    ([, key]) => key ?? '',
  );
  return toolName === null ? keys : [toolName, ...keys];
}
