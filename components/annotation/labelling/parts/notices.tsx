'use client';

import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatAbsolute, formatTime } from '../../../../lib/client/format.ts';
import { SignInOver } from '../../../identity/index.ts';
import { NavLink } from '../../../layout/nav-link.tsx';
import { UrlLink } from '../../../layout/url-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { showToast } from '../../../ui/toast.ts';
import { useAlive } from '../../../ui/use-alive.ts';
import { t } from '../messages.ts';
import { pageOutbox } from '../outbox.ts';
import { useItem, useView } from '../use-item.ts';
import { messageOf, NO_PLACE } from '../use-submit.ts';

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

/** Labels that the server did not take; each is a draft again. */
function FailedLines(): ReactNode {
  const failed = useStore(pageOutbox().state, (state) => state.failed);
  return failed.map(({ submission, message }) => (
    <Line key={submission.key} tone="err">
      <span className="min-w-0 flex-1 wrap-anywhere">
        ✕ {t('labelling.notTaken', { index: submission.index, message })}
      </span>
      <NavLink
        href={`/annotate/queues/${submission.queue}?item=${submission.assignment}`}
        className="underline"
        onClick={() => pageOutbox().forget(submission.assignment)}
      >
        {t('labelling.openIt')}
      </NavLink>
    </Line>
  ));
}

/** Of labels that were submitted here, on pages without an item: how many are on their way, and which were not taken. */
export function OutboxLines(): ReactNode {
  // The server has no labels on their way, and no place to look for them.
  return useAlive() ? <Outgoing /> : null;
}

function Outgoing(): ReactNode {
  const count = useStore(pageOutbox().state, ({ waiting, offline }) => (offline ? waiting.length : 0));
  return (
    <div className="shrink-0">
      <SignInOver>{t('labelling.signInOver')}</SignInOver>
      <FailedLines />
      {count === 0 ? null : <Line tone="warn">! {t('labelling.offline', { count })}</Line>}
    </div>
  );
}

/** What is to be known of the item and of labels on their way. It stands over the form, so that the evidence never moves. */
export function Notices(): ReactNode {
  const item = useItem();
  const { assignment, view } = item;
  const fromOtherTab = useView((state) => state.fromOtherTab);
  const ended = useView((state) => state.ended);
  const moved = useView((state) => state.moved);
  const onItsWay = useStore(pageOutbox().state, ({ waiting }) =>
    waiting.some((one) => one.assignment === assignment.id),
  );
  return (
    <div className="shrink-0">
      <SignInOver>{t('labelling.signInOver')}</SignInOver>
      <FailedLines />
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
      {moved ? (
        <Line tone="info">
          <span className="min-w-0 flex-1">{t('labelling.moved')}</span>
          <UrlLink set={{ ...NO_PLACE, item: null }} className="underline">
            {t('labelling.nextItem')}
          </UrlLink>
        </Line>
      ) : onItsWay ? (
        <Line tone="info">{t('labelling.onItsWay')}</Line>
      ) : null}
      {ended === null || moved ? null : (
        <Line tone="warn">
          <span className="min-w-0 flex-1 wrap-anywhere">! {ended.why ?? t('labelling.expired')}</span>
          <UrlLink set={{ ...NO_PLACE, item: null }} className="underline">
            {t('labelling.nextItem')}
          </UrlLink>
          <Button
            size="sm"
            onClick={() => {
              item.renew().catch((error: unknown) => showToast({ tone: 'err', text: messageOf(error) }));
            }}
          >
            {t('labelling.reserveAgain')}
          </Button>
        </Line>
      )}
      {fromOtherTab ? (
        <Line tone="info">
          <span className="flex-1">{t('labelling.otherTab')}</span>
          <Button size="sm" variant="ghost" onClick={() => view.setState({ fromOtherTab: false })}>
            {t('labelling.close')}
          </Button>
        </Line>
      ) : null}
      {item.sides.map(({ alias, run: { missing } }) =>
        missing.length === 0 ? null : (
          <Line key={alias} tone="warn">
            ! {t('labelling.missing', { what: missing.join(' ') })}
          </Line>
        ),
      )}
    </div>
  );
}
