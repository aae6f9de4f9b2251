'use client';

import { NavLink } from '../layout/nav-link.tsx';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { runHref } from '../../lib/client/run-links.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { PlayButton } from '../play/index.ts';
import { useNow, wholeSeconds } from './countdown.tsx';
import type { SessionView } from './use-session.ts';

/** One line over the panes: what happened to the session and how to go on. Nothing while all is well. */
export function SessionBanner({ view }: { readonly view: SessionView }): ReactNode {
  const { state, info, gone, retryNow } = view;
  if (gone || state.endedBecause !== null) {
    const reason =
      state.endedBecause === null ? t('session.goneUnknown') : t(`session.goneReason.${state.endedBecause}`);
    return (
      <Banner tone="ended" title={t('session.goneTitle')} body={reason}>
        <WaysOn info={info} />
      </Banner>
    );
  }
  if (state.offline !== null && state.connection !== 'live') {
    return (
      <Banner tone="warn" title={t('session.lostTitle')} body={t('session.lostBody')}>
        <OfflineFor {...state.offline} />
        <Button size="sm" onClick={retryNow}>
          {t('session.now')}
        </Button>
      </Banner>
    );
  }
  if (info?.done === true) {
    return (
      <Banner tone="ended" title={t('session.doneTitle')} body={t('session.doneBody')}>
        <WaysOn info={info} />
      </Banner>
    );
  }
  return null;
}

/** Silent for screen readers: a figure that moves. */
function OfflineFor({ sinceMs, retryAtMs }: NonNullable<SessionView['state']['offline']>): ReactNode {
  const nowMs = useNow();
  const next =
    retryAtMs === null
      ? t('live.offline.retrying')
      : t('live.offline.retryIn', { seconds: wholeSeconds(retryAtMs - nowMs) });
  return (
    <span aria-hidden="true" className="self-center whitespace-nowrap">
      {t('live.offline.since', { seconds: Math.floor((nowMs - sinceMs) / 1_000) })} · {next}
    </span>
  );
}

interface BannerProps {
  readonly tone: 'warn' | 'ended';
  readonly title: string;
  readonly body: string;
  readonly children: ReactNode;
}

function Banner({ tone, title, body, children }: BannerProps): ReactNode {
  return (
    <div
      role="status"
      className={
        tone === 'warn'
          ? 'on-tint flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-warn-soft px-3 py-1.5 text-sm'
          : 'on-tint flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-surface-2 px-3 py-1.5 text-sm'
      }
    >
      <p className="min-w-[200px] flex-1">
        <strong className="font-medium">
          <span aria-hidden="true">{tone === 'warn' ? '! ' : '■ '}</span>
          {title}.
        </strong>{' '}
        <span className="text-text-2">{body}</span>
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

/** From a session that is over to the next. */
export function WaysOn({ info }: { readonly info: LiveSessionInfo | null }): ReactNode {
  if (info === null || info.scenario === null) {
    return (
      <NavLink href="/" className={buttonClass({ size: 'sm' })}>
        {t('session.toScenarios')}
      </NavLink>
    );
  }
  return (
    <>
      {info.recordId === null ? null : (
        <NavLink href={runHref(info.recordId)} className={buttonClass({ size: 'sm' })}>
          {t('session.openRun')}
        </NavLink>
      )}
      <PlayButton
        scenario={info.scenario}
        taskIdx={info.taskIdx}
        label={t('session.playAgain')}
        size="sm"
        variant="primary"
      />
      <NavLink
        href={`/scenarios/${encodeURIComponent(info.scenario)}`}
        className={buttonClass({ size: 'sm' })}
      >
        {t('session.toScenario')}
      </NavLink>
    </>
  );
}
