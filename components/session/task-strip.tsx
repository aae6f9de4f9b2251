'use client';

import { type ReactNode, useState } from 'react';
import { formatReward } from '../../lib/client/format.ts';
import { t } from '../../lib/client/messages/index.ts';
import type { LiveStep } from '../../lib/contracts/live.ts';
import { cx } from '../ui/cx.ts';
import { Icon } from '../ui/icon.tsx';
import { lastVerdict } from './observation.ts';
import { RewardBadge } from './reward-badge.tsx';

interface TaskStripProps {
  readonly task: string | null;
  readonly steps: readonly LiveStep[];
}

/** The task's text, two lines until opened, and the newest verdict beside it. */
export function TaskStrip({ task, steps }: TaskStripProps): ReactNode {
  const [open, setOpen] = useState(false);
  const verdict = lastVerdict(steps);
  return (
    <section
      aria-label={t('session.taskText')}
      className="flex shrink-0 items-start gap-2 border-line border-b bg-surface px-3 py-2 md:gap-4"
    >
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex min-w-0 flex-1 items-start gap-2 text-left"
      >
        <span className={cx('min-w-0 max-w-[940px] leading-[18px] wrap-anywhere', !open && 'line-clamp-2')}>
          {task ?? t('session.noTask')}
        </span>
        <Icon name="down" className={cx('mt-0.5 text-text-2', open && 'rotate-180')} />
      </button>
      {verdict === null ? null : (
        <p className="flex shrink-0 items-center gap-1.5 text-sm text-text-2">
          <span className="max-md:sr-only">{t('session.verdict', { seq: verdict.seq })}</span>
          <RewardBadge step={verdict} />
          {verdict.reward === null ? null : <span className="font-mono">{formatReward(verdict.reward)}</span>}
        </p>
      )}
    </section>
  );
}
