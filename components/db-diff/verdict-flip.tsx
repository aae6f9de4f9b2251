'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { verdictLaneQuery } from '../../lib/client/queries/evidence.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { cx } from '../ui/cx.ts';
import type { DiffRange } from './diff-range.ts';

/** Says that the code verifier judges the two states differently. Nothing where a baseline play hides it. */
export function VerdictFlip({
  viewed,
  range,
}: {
  readonly viewed: Viewed;
  readonly range: DiffRange;
}): ReactNode {
  const lane = useQuery({
    ...verdictLaneQuery(viewed.recordId, viewed.newest),
    enabled: !viewed.hidden && viewed.taskIdx !== null,
  });
  if (viewed.hidden || lane.data === undefined) return null;
  const verdictAt = (seq: number): string | undefined =>
    lane.data.items.findLast((item) => item.seq === seq)?.verdict;
  const [was, now] = [verdictAt(range.from), verdictAt(range.to)];
  if (was === undefined || now === undefined || was === now) return null;
  const passed = now === 'complete';
  return (
    <p
      className={cx(
        'on-tint flex min-h-row shrink-0 flex-wrap items-center gap-x-2 px-3 py-1 text-sm',
        passed ? 'bg-ok-soft' : 'bg-err-soft',
      )}
    >
      <span aria-hidden="true" className={passed ? 'text-ok' : 'text-err'}>
        {passed ? '✓' : '✕'}
      </span>
      <span>
        {t('changes.flipped')} {was} <span aria-hidden="true">→</span> <b className="font-semibold">{now}</b>
      </span>
      <span className="text-text-2">{t('changes.flippedBy')}</span>
      <UrlLink set={{ tab: 'verify' }} className="ml-auto text-text-2 no-underline hover:underline">
        {t('changes.openTrace')}
      </UrlLink>
    </p>
  );
}
