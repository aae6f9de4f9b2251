'use client';

import { type ReactNode, useState } from 'react';
import { formatNumber, formatReward } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import type { Episode } from '../../lib/contracts/rest-schemas.ts';
import { cutText } from '../../lib/util/cut-text.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { VerdictBadge } from '../ui/verdict-badge.tsx';
import { RunFacts } from './run-facts.tsx';
import { useVerdicts } from './use-verdicts.ts';

/** More than two lines hold, and what is laid out at once when it is opened. */
const CLOSED_CHARS = 1_000;
const OPEN_CHARS = 4_000;

/** Task and final answer, two lines each until opened; beside them what the run earned and what judges it. */
export function RunHead({ episode }: { readonly episode: Episode }): ReactNode {
  const [open, setOpen] = useState(false);
  const [openChars, setOpenChars] = useState(OPEN_CHARS);
  const chars = open ? openChars : CLOSED_CHARS;
  const length = Math.max(episode.task?.length ?? 0, episode.finalAnswer?.length ?? 0);
  const text = cx('max-w-[1040px] wrap-anywhere', open ? 'block' : 'line-clamp-2');
  return (
    <section aria-label={t('run.head')} className="shrink-0 border-line border-b bg-surface px-3 py-2">
      <div className="flex items-start gap-2 md:gap-4">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-w-0 flex-1 items-start gap-2 text-left leading-[18px]"
        >
          <span className={cx('min-w-0 flex-1', open && 'max-h-[40vh] overflow-y-auto')}>
            <span className={text}>{cutText(episode.task ?? t('session.noTask'), chars)}</span>
            {episode.finalAnswer === null ? null : (
              <span className={cx(text, 'mt-1 text-sm')}>
                <span className="text-text-2">{t('run.answer')}</span> “{cutText(episode.finalAnswer, chars)}
                {episode.finalAnswer.length > chars ? '…' : ''}”
              </span>
            )}
          </span>
          <Icon name="down" className={cx('mt-0.5 text-text-2', open && 'rotate-180')} />
        </button>
        <Outcome episode={episode} />
      </div>
      {open && length > chars ? (
        <p className="flex items-center gap-1.5 text-sm text-text-2">
          {t('ui.shownOf', { shown: formatNumber(chars), count: formatNumber(length) })}
          <Button size="sm" onClick={() => setOpenChars(openChars * 10)}>
            {t('ui.showMore')}
          </Button>
        </p>
      ) : null}
      <RunFacts episode={episode} open={open} />
    </section>
  );
}

function Outcome({ episode }: { readonly episode: Episode }): ReactNode {
  const verdicts = useVerdicts(episode);
  return (
    <dl className="grid shrink-0 grid-cols-[auto_auto] items-center gap-x-2 gap-y-0.5 text-sm">
      <dt className="text-right text-text-2 max-sm:sr-only">{t('run.reward')}</dt>
      <dd
        className={cx(
          'font-medium font-mono',
          (verdicts.reward ?? 0) < 0 && 'text-err',
          (verdicts.reward ?? 0) > 0 && 'text-ok',
        )}
      >
        {verdicts.reward === null ? '–' : formatReward(verdicts.reward)}
      </dd>
      {verdicts.items.map(({ name, verdict, words }) => (
        <div key={name} className="contents">
          <dt className="text-right text-text-2 max-sm:sr-only">{name}</dt>
          <dd>
            {verdict === null ? (
              <span className="text-text-2">–</span>
            ) : (
              <VerdictBadge verdict={verdict}>{words}</VerdictBadge>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
