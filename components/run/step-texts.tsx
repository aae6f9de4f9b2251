'use client';

import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { JsonText } from '../json-view/index.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { Icon } from '../ui/icon.tsx';
import { cx } from '../ui/cx.ts';
import { answerOf, argumentsLine, SHOWN, wholeArguments } from './step-text.ts';

interface StepTextsProps {
  readonly recordId: string;
  readonly step: LiveStep;
  readonly open: boolean;
  readonly current: boolean;
  readonly onToggle: () => void;
}

/** What was sent and what came back: a line each, opened as a whole. */
export function StepTexts({ step, open, current, onToggle }: StepTextsProps): ReactNode {
  const args = argumentsLine(step);
  const answer = answerOf(step);
  return (
    <>
      <button
        type="button"
        tabIndex={current ? 0 : -1}
        aria-expanded={open}
        onClick={onToggle}
        className="flex min-h-6 min-w-0 items-start gap-1 rounded-1 text-left text-text-2 hover:text-text"
      >
        <Icon name="right" className={cx('mt-1 size-2.5 shrink-0', open && 'rotate-90')} />
        <span className="sr-only">{t(open ? 'run.foldStep' : 'run.openStep', { seq: step.seq })}</span>
        <span className="min-w-0 flex-1 font-mono leading-[18px]">
          {open || args === '' ? null : <span className="block truncate">{args}</span>}
          {open ? (
            <span className="font-sans">{t('run.sentAndAnswered')}</span>
          ) : (
            <span className={cx('block truncate', answer.error && 'text-err')}>
              <span aria-hidden="true">{answer.error ? '✕ ' : '→ '}</span>
              {answer.line === '' ? t('run.nothingBack') : answer.line}
            </span>
          )}
        </span>
      </button>
      {open ? (
        <div className="flex flex-col gap-1 pl-3.5">
          {args === '' ? null : (
            <Whole
              name={t('timeline.arguments')}
              text={wholeArguments(step)}
              of={step.arguments?.length ?? 0}
            />
          )}
          <Whole name={t('run.answered')} text={answer.text} of={answer.length} />
          {answer.complete ? null : (
            <UrlLink
              set={{ step: String(step.seq), tab: 'observation' }}
              className="text-accent hover:underline"
            >
              {t('run.wholeAnswer')}
            </UrlLink>
          )}
        </div>
      ) : null}
    </>
  );
}

function Whole({
  name,
  text,
  of,
}: {
  readonly name: string;
  readonly text: string;
  readonly of: number;
}): ReactNode {
  return (
    <div
      role="group"
      aria-label={name}
      tabIndex={0}
      className="max-h-[320px] overflow-auto rounded-1 border border-line bg-surface px-2 py-1 focus-visible:-outline-offset-2"
    >
      {text === '' ? <span className="text-text-2">{t('run.nothingBack')}</span> : <JsonText text={text} />}
      {text.length >= SHOWN && of > text.length ? (
        <span className="block text-text-2 text-xs">{t('run.cut', { shown: text.length })}</span>
      ) : null}
    </div>
  );
}
