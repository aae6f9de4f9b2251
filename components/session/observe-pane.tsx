'use client';

import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import type { Running, SessionState } from '../../lib/client/session-state.ts';
import { UrlLink } from '../layout/url-link.tsx';
import { buttonClass, Button } from '../ui/button.tsx';
import { Elapsed } from '../ui/elapsed.tsx';
import { Notice } from '../ui/notice.tsx';
import { StepItem } from './step-item.tsx';

interface ObservePaneProps {
  readonly state: SessionState;
  readonly human: boolean;
  readonly onCancel: () => void;
  readonly cancelling: boolean;
}

/** The steps of the episode. The one that the URL names is open, else the newest. */
export function ObservePane({ state, human, onCancel, cancelling }: ObservePaneProps): ReactNode {
  const { steps, running } = state;
  const named = useSearchParams().get('step');
  const scroller = useRef<HTMLDivElement>(null);
  const newest = steps.at(-1)?.seq ?? null;
  const open = named === null ? newest : Number(named);

  useEffect(() => {
    if (named === null && scroller.current !== null) showEnd(scroller.current);
  }, [named, newest, running]);

  return (
    <>
      <header className="flex h-10 shrink-0 items-center gap-2 border-line border-b px-3">
        <h2 className="font-semibold text-md">{t('steps.title')}</h2>
        <span role="status" className="text-sm text-text-2">
          {t('session.steps', { count: steps.length })}
        </span>
        <div className="flex-1" />
        {named === null || newest === null ? null : (
          <UrlLink set={{ step: null }} className={buttonClass({ size: 'sm' })}>
            {t('steps.jump')}
          </UrlLink>
        )}
      </header>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto">
        {steps.length === 0 && running === null ? (
          <Notice title={t('steps.emptyTitle')}>{t('steps.emptyBody')}</Notice>
        ) : null}
        <ol aria-label={t('steps.title')}>
          {steps.map((step) => (
            <StepItem
              key={`${step.episodeId}/${step.seq}`}
              step={step}
              human={human}
              open={step.seq === open}
            />
          ))}
        </ol>
        {running === null ? null : (
          <div className="flex min-h-11 items-center gap-2 px-3" role="status">
            <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent" />
            <span className="min-w-0 flex-1 truncate text-sm">{runningText(running)}</span>
            <Elapsed sinceMs={running.atMs} />
            <Button size="sm" onClick={onCancel} disabled={cancelling}>
              {t(cancelling ? 'session.cancelling' : 'session.cancelCall')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

/** Scrolls to the end, but never past the head of the last step: its answer is read from the top. */
function showEnd(scroller: HTMLElement): void {
  const last = scroller.querySelector('ol > li:last-child');
  const end = scroller.scrollHeight - scroller.clientHeight;
  if (last === null) return;
  const head = last.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
  scroller.scrollTop = Math.min(end, head);
}

function runningText({ what, toolName }: Running): string {
  if (toolName === 'verify') return t('session.runningVerify');
  return t('session.running', { what: toolName ?? what });
}
