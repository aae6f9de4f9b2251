'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { t } from './messages.ts';
import { changesQuery } from '../../lib/client/queries/evidence.ts';
import type { Running } from '../../lib/client/session-state.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { pushUrl, urlWith } from '../layout/url-link.tsx';
import { lookOf, useVerdictLane } from '../timeline/index.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Elapsed } from '../ui/elapsed.tsx';
import { Loading } from '../ui/loading.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { layoutStore } from './layout-store.ts';
import { TAB_BODIES, tabOf, tabsFor, useTabsAhead, type ObserveTab } from './observe-tabs.ts';
import { PartFailed } from './part-failed.tsx';
import { PastBar } from './past-bar.tsx';

interface ObservePaneProps {
  readonly viewed: Viewed;
  /** The episode runs: there is something live to go back to. */
  readonly running: boolean;
  /** Names the pane beside it. */
  readonly beside: string;
  /** The call that runs, where this page can cancel it. */
  readonly call?: RunningCall | null;
}

interface RunningCall extends Running {
  readonly onCancel: () => void;
  readonly cancelling: boolean;
}

/** One state of the episode from every side. */
export function ObservePane(props: ObservePaneProps): ReactNode {
  const { viewed, running, beside, call = null } = props;
  const search = useSearchParams();
  const tab = tabOf(search.get('tab'), viewed);
  const changed = useChangedRows(viewed);
  const { cells } = useVerdictLane(viewed, running);
  const cell = cells.get(viewed.seq);
  const verdict = cell?.kind === 'verdict' ? lookOf(cell).glyph : '';
  const past = running && !viewed.live;
  return (
    <div
      className={cx(
        'flex min-h-0 flex-1 flex-col',
        past &&
          'relative bg-[color-mix(in_srgb,var(--info-soft)_34%,var(--surface))] after:pointer-events-none after:absolute after:inset-0 after:z-2 after:border-2 after:border-info',
      )}
    >
      {past ? <PastBar viewed={viewed} /> : null}
      <Tabs
        id="observe"
        label={t('session.observe')}
        value={tab}
        onChange={(value: ObserveTab) => pushUrl({ tab: value })}
        tabs={tabsFor(viewed).map((value) => ({
          value,
          label:
            value === 'verify' ? `${t('workspace.tabs.verify')} ${verdict}` : t(`workspace.tabs.${value}`),
          href: urlWith(search, { tab: value }),
          ...(value === 'changes' && changed !== null ? { count: changed } : {}),
        }))}
      >
        <FocusButton beside={beside} />
      </Tabs>
      {call === null ? null : (
        <div className="on-tint flex min-h-9 shrink-0 items-center gap-2 bg-accent-soft px-3" role="status">
          <span aria-hidden="true" className="size-2 animate-pulse rounded-full bg-accent" />
          <span className="min-w-0 flex-1 truncate text-sm">{callText(call)}</span>
          <Elapsed sinceMs={call.atMs} />
          <Button size="sm" onClick={call.onCancel} disabled={call.cancelling}>
            {t(call.cancelling ? 'session.cancelling' : 'session.cancelCall')}
          </Button>
        </div>
      )}
      <TabPanel id="observe" value={tab} className="flex min-h-0 flex-1 flex-col">
        <TabBody key={tab} tab={tab} viewed={viewed} />
      </TabPanel>
    </div>
  );
}

/** Gives the pane the whole width, and the other its place back. */
function FocusButton({ beside }: { readonly beside: string }): ReactNode {
  const alone = useStore(layoutStore, (state) => state.actHidden);
  const toggle = useStore(layoutStore, (state) => state.toggleAct);
  const label = t(alone ? 'workspace.showPane' : 'workspace.hidePane', { pane: beside });
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={label}
      title={label}
      onClick={toggle}
      className="max-md:hidden"
    >
      <span aria-hidden="true">{alone ? '⇥' : '⇤'}</span>
      {alone ? label : null}
    </Button>
  );
}

/** Its script may fail to load while the server is away: then it says so, and the rest of the page goes on. */
function TabBody({ tab, viewed }: { readonly tab: ObserveTab; readonly viewed: Viewed }): ReactNode {
  const body = TAB_BODIES[tab].usePart();
  useTabsAhead(body.state === 'ready');
  switch (body.state) {
    case 'waiting':
      return <Loading what={t(`workspace.tabs.${tab}`)} />;
    case 'failed':
      return <PartFailed what={t(`workspace.tabs.${tab}`)} onRetry={body.retry} />;
    case 'ready':
      return <body.part viewed={viewed} />;
  }
}

/** Rows that the viewed step changed; null while that is unknown. */
function useChangedRows({ recordId, seq, step }: Viewed): number | null {
  const changes = useQuery({ ...changesQuery(recordId, seq - 1, seq), enabled: step?.wrote === true });
  if (step !== null && !step.wrote) return 0;
  if (step === null || changes.data?.state !== 'ok') return null;
  return changes.data.inserted + changes.data.updated + changes.data.deleted;
}

function callText({ what, toolName }: Running): string {
  if (toolName === 'verify') return t('session.runningVerify');
  return t('session.running', { what: toolName ?? what });
}
