import type { ReactNode } from 'react';
import { t } from './messages.ts';
import type { AgentMessage } from '../../lib/contracts/artifacts.ts';
import { cutText } from '../../lib/util/cut-text.ts';
import { cx } from '../ui/cx.ts';
import { LongText } from '../ui/long-text.tsx';

/** More than four lines hold. */
const CLOSED_CHARS = 1_500;

interface SaidBeforeProps {
  readonly said: readonly AgentMessage[] | undefined;
  /** What the step itself keeps of the agent's words: not said twice. */
  readonly message: string | null;
  readonly open: boolean;
}

/** What the attached log says before a step, four lines each until opened. */
export function SaidBefore({ said, message, open }: SaidBeforeProps): ReactNode {
  return said
    ?.filter(({ text, reasoning }) => text.trim() !== message || reasoning !== null)
    .map(({ index, role, text, reasoning }) => (
      <div key={index} className={cx('leading-[18px] wrap-anywhere', !open && 'line-clamp-4')}>
        <b className={cx('font-semibold', role === 'assistant' ? 'text-agent' : 'text-text-2')}>
          {t(`run.log.role.${role}`)}
        </b>{' '}
        <span className="whitespace-pre-wrap">
          {open ? (
            <LongText text={text === '' ? (reasoning ?? '') : text} />
          ) : (
            cutText(text === '' ? (reasoning ?? '') : text, CLOSED_CHARS)
          )}
        </span>
        {open && reasoning !== null && text !== '' ? (
          <span className="block whitespace-pre-wrap text-text-2">
            <LongText text={reasoning} />
          </span>
        ) : null}
      </div>
    ));
}
