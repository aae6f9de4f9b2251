'use client';

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatAbsolute, formatTime } from '../../../../lib/client/format.ts';
import { UrlLink } from '../../../layout/url-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { showToast } from '../../../ui/toast.ts';
import { t } from '../messages.ts';
import { pageOutbox } from '../outbox.ts';
import { useItem, useView } from '../use-item.ts';
import { messageOf } from '../use-submit.ts';

const TONES = {
  warn: 'bg-warn-soft text-warn',
  info: 'bg-info-soft text-info',
  err: 'bg-err-soft text-err',
} as const;

function Line({
  tone,
  children,
}: {
  readonly tone: keyof typeof TONES;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div
      role="status"
      className={cx('on-tint flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-1.5 text-sm', TONES[tone])}
    >
      {children}
    </div>
  );
}

/** What is to be known of the item and of labels on their way. It stands over the form, so that the evidence never moves. */
export function Notices(): ReactNode {
  const item = useItem();
  const { assignment, view } = item;
  const failed = useStore(pageOutbox().state, (state) => state.failed);
  const fromOtherTab = useView((state) => state.fromOtherTab);
  const over = useView((state) => state.reservationOver);
  const ended = assignment.state === 'expired' || (assignment.state === 'reserved' && over);
  return (
    <div className="shrink-0">
      {failed.map(({ submission, message }) => (
        <Line key={submission.assignment} tone="err">
          <span className="min-w-0 flex-1 wrap-anywhere">
            ✕ {t('labelling.notTaken', { index: submission.index, message })}
          </span>
          <UrlLink
            set={{ item: submission.assignment, step: null, tab: null }}
            className="underline"
            onClick={() => pageOutbox().forget(submission.assignment)}
          >
            {t('labelling.openIt')}
          </UrlLink>
        </Line>
      ))}
      {assignment.returned === null ? null : (
        <Line tone="warn">
          <b className="font-medium" title={formatAbsolute(assignment.returned.atMs)}>
            ! {t('labelling.returnedTitle')}
          </b>
          <span className="min-w-0 flex-1 whitespace-pre-wrap wrap-anywhere">{assignment.returned.note}</span>
          <UrlLink set={{ tab: 'versions' }} className="underline">
            {t('labelling.versions')}
          </UrlLink>
        </Line>
      )}
      {assignment.state === 'submitted' ? (
        <Line tone="info">
          <span className="flex-1">
            {assignment.editableUntilMs === null || assignment.editableUntilMs < assignment.nowMs
              ? t('labelling.submittedClosed')
              : t('labelling.submittedAt', { time: formatTime(assignment.editableUntilMs) })}
          </span>
          <UrlLink set={{ tab: 'versions' }} className="underline">
            {t('labelling.versionsOf', { count: assignment.versions.length })}
          </UrlLink>
        </Line>
      ) : null}
      {ended ? (
        <Line tone="warn">
          <span className="min-w-0 flex-1">! {t('labelling.expired')}</span>
          <Button
            size="sm"
            onClick={() => {
              item.renew().catch((error: unknown) => showToast({ tone: 'err', text: messageOf(error) }));
            }}
          >
            {t('labelling.reserveAgain')}
          </Button>
        </Line>
      ) : null}
      {fromOtherTab ? (
        <Line tone="info">
          <span className="flex-1">{t('labelling.otherTab')}</span>
          <Button size="sm" variant="ghost" onClick={() => view.setState({ fromOtherTab: false })}>
            {t('labelling.close')}
          </Button>
        </Line>
      ) : null}
      {assignment.run.missing.length === 0 ? null : (
        <Line tone="warn">! {t('labelling.missing', { what: assignment.run.missing.join(' ') })}</Line>
      )}
    </div>
  );
}
