import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { cutText } from '../../lib/util/cut-text.ts';
import { cx } from '../ui/cx.ts';
import { LongText } from '../ui/long-text.tsx';
import type { RunStep } from './run-steps.ts';

/** More than four lines hold. */
const CLOSED_CHARS = 1_500;

interface StepWordsProps {
  readonly step: RunStep;
  readonly open: boolean;
}

/** What the agent said with the call: four lines until opened, then its reasoning too. */
export function StepWords({ step: { words }, open }: StepWordsProps): ReactNode {
  if (words === null) return null;
  const { message, reasoning, usage } = words;
  return (
    <div className={cx('leading-[18px] wrap-anywhere', !open && 'line-clamp-4')}>
      <b className="font-semibold text-agent">{words.name ?? t('observation.agent')}</b>{' '}
      <span className="whitespace-pre-wrap">
        {open ? <LongText text={message ?? ''} /> : cutText(message ?? reasoning ?? '', CLOSED_CHARS)}
      </span>
      {open && reasoning !== null ? (
        <>
          <b className="mt-1 block font-medium text-text-2">{t('observation.reasoning')}</b>
          <span className="whitespace-pre-wrap text-text-2">
            <LongText text={reasoning} />
          </span>
        </>
      ) : null}
      {open && usage.length > 0 ? (
        <span className="mt-1 block text-text-2 text-xs">
          {usage.map(([name, number]) => `${name} ${number.toLocaleString()}`).join(' · ')}
        </span>
      ) : null}
    </div>
  );
}
