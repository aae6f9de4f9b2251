'use client';

import { useSearchParams } from 'next/navigation';
import { type ReactNode, useState } from 'react';
import { useKey } from '../../lib/client/keys/index.ts';
import { useGoTo } from '../../lib/client/use-go-to.ts';
import { t } from './messages.ts';
import { usePrefetchChanges, usePrefetchNeighbours } from '../../lib/client/use-prefetch-changes.ts';
import type { LiveSessionInfo } from '../../lib/contracts/live.ts';
import { Page, type Crumb } from '../layout/page.tsx';
import { pushUrl } from '../layout/url-link.tsx';
import { usePaletteItems, useSessionPalette } from '../palette/index.ts';
import { Timeline } from '../timeline/index.ts';
import { Button } from '../ui/button.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { Notice } from '../ui/notice.tsx';
import { Segmented } from '../ui/segmented.tsx';
import {
  ObservePane,
  type Pane,
  PartFailed,
  SplitPanes,
  useStepKeys,
  useTravel,
} from '../workspace/index.ts';
import { ActPane } from './act-pane.tsx';
import { BackToQueue, useFixQueue } from './back-to-queue.tsx';
import { SessionBanner } from './banners.tsx';
import { BaselinePill } from './baseline.tsx';
import { liveBlock } from './control-state.ts';
import { ControlMenu, ControlStrip } from './control.tsx';
import { createDraftStore } from './draft-store.ts';
import { lastVerdict } from './observation.ts';
import type { DialogName } from './session-dialogs.tsx';
import { StatusPill } from './status-pill.tsx';
import { TaskStrip } from './task-strip.tsx';
import { type Actions, useActions, type VerifyRequest } from './use-actions.ts';
import type { SessionView } from './use-session.ts';
import { isRunning, viewedState } from './viewed-state.ts';

const restored = createLazyPart(async () => (await import('./restored-notice.tsx')).RestoredNotice);
const dialogs = createLazyPart(async () => (await import('./session-dialogs.tsx')).SessionDialogs);

interface SessionWorkspaceProps {
  readonly sessionId: string;
  readonly view: SessionView;
  readonly info: LiveSessionInfo;
}

/** Act at the left, observe at the right, the episode's states below; one pane at a time on narrow screens. */
export function SessionWorkspace({ sessionId, view, info }: SessionWorkspaceProps): ReactNode {
  const { state } = view;
  const [drafts] = useState(() => createDraftStore(sessionId));
  const search = useSearchParams();
  const fixQueue = useFixQueue();
  const goTo = useGoTo();
  // A link to a state or a tab shows that first where only one pane fits.
  const [pane, setPane] = useState<Pane>(search.has('step') || search.has('tab') ? 'observe' : 'act');
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const dialogPart = dialogs.usePart(dialog !== null);
  const restoredPart = restored.usePart(info.restored !== null);
  const actions = useActions(sessionId, view);
  const blocked = blockedBecause(view, info, actions);
  const running = isRunning(state, info, view.gone);
  usePrefetchChanges(info.recordId, state.steps.at(-1));
  const viewed = viewedState(state, info, running, search.get('step'));
  usePrefetchNeighbours(info.recordId, state.steps, viewed?.seq);

  const travel = useTravel(viewed, running);

  useStepKeys({ viewed, travel, onPane: setPane });
  useKey('verify', () => setDialog('verify'), { enabled: blocked === null && viewed?.hidden !== true });

  useSessionPalette({
    sessionId,
    recordId: info.recordId,
    seq: viewed?.seq ?? 0,
    steps: state.steps,
  });
  usePaletteItems(() =>
    blocked === null
      ? [
          ...(viewed?.hidden === true
            ? []
            : [
                {
                  id: 'action/verify',
                  group: 'actions',
                  text: t('session.verify'),
                  action: 'verify',
                  run: () => setDialog('verify'),
                } as const,
              ]),
          { id: 'action/done', group: 'actions', text: t('session.done'), run: () => setDialog('done') },
        ]
      : [],
  );

  /** `tab`: what says most of it, where the tab that was chosen need not. */
  function showNewest(tab: 'observation' | 'verify' | null): void {
    setPane('observe');
    const at = new URLSearchParams(window.location.search);
    if (at.has('step') || (tab !== null && at.has('tab'))) pushUrl({ step: null, ...(tab && { tab }) });
  }

  /** What came of it arrives as a step, unless nothing is connected. */
  function settled(): void {
    if (state.connection !== 'live') view.refresh();
  }

  function verify(request: VerifyRequest): void {
    setDialog(null);
    showNewest('observation');
    actions.verify.mutate(request, { onSettled: settled });
  }

  function end(finalAnswer: string | null): void {
    setDialog(null);
    showNewest(null);
    actions.done.mutate(finalAnswer, {
      // Baseline play has kept the verdict back until now. What a fix recorded is hidden from here on: its item says how it goes on.
      onSuccess: () => {
        if (fixQueue !== null) goTo(`/annotate/queues/${fixQueue}`);
        else if (info.baseline) pushUrl({ tab: 'verify' });
      },
      onSettled: settled,
    });
  }

  return (
    <Page
      crumbs={crumbsOf(info)}
      status={
        <>
          <StatusPill view={view} />
          <BaselinePill info={info} />
        </>
      }
      actions={
        <>
          <BackToQueue />
          <ControlMenu info={info} page={view.page} />
          {info.baseline && !info.done ? null : (
            <Button focusableWhenDisabled disabled={blocked !== null} onClick={() => setDialog('verify')}>
              <span aria-hidden="true">◆</span>
              {t(actions.verify.isPending ? 'session.verifying' : 'session.verify')}
            </Button>
          )}
          <Button
            variant={info.baseline ? 'primary' : 'default'}
            focusableWhenDisabled
            disabled={blocked !== null}
            onClick={() => setDialog('done')}
          >
            {t(actions.done.isPending ? 'session.ending' : 'session.done')}
          </Button>
        </>
      }
    >
      <TaskStrip task={info.task} viewed={viewed} running={running} />
      <SessionBanner view={view} />
      {restoredPart.state === 'ready' && <restoredPart.part info={info} />}
      {restoredPart.state === 'failed' && (
        <PartFailed what={t('live.restored.what')} onRetry={restoredPart.retry} />
      )}
      <ControlStrip info={info} page={view.page} />
      <FailureLine error={actions.verify.error ?? actions.done.error ?? actions.cancel.error} />
      {dialog !== null && dialogPart.state === 'failed' ? (
        <PartFailed what={t(`session.${dialog}`)} onRetry={dialogPart.retry} />
      ) : null}
      <div className="border-line border-b bg-surface-2 px-3 py-1.5 md:hidden">
        <Segmented
          fill
          label={t('session.panes')}
          value={pane}
          onChange={setPane}
          segments={[
            { value: 'act', label: t('session.act') },
            { value: 'observe', label: `${t('session.observe')} · ${state.steps.length}` },
          ]}
        />
      </div>
      <SplitPanes
        shown={pane}
        label={t('session.act')}
        act={
          <ActPane
            sessionId={sessionId}
            drafts={drafts}
            blocked={blocked}
            failure={actions.call.error}
            viewed={viewed}
            onCall={(toolName, argumentsJson) => {
              actions.call.mutate(
                { toolName, argumentsJson },
                { onSuccess: () => showNewest(null), onSettled: settled },
              );
            }}
          />
        }
        observe={
          viewed === null ? (
            <Notice title={t('workspace.emptyTitle')}>{t('workspace.emptyBody')}</Notice>
          ) : (
            <ObservePane
              viewed={viewed}
              running={running}
              beside={t('session.act')}
              call={
                state.running === null
                  ? null
                  : {
                      ...state.running,
                      onCancel: () => actions.cancel.mutate(),
                      cancelling: actions.cancel.isPending,
                    }
              }
            />
          )
        }
      />
      {viewed === null ? null : <Timeline viewed={viewed} running={running} onTravel={travel.by} />}
      {dialog !== null && dialogPart.state === 'ready' ? (
        <dialogPart.part
          dialog={dialog}
          drafts={drafts}
          baseline={info.baseline}
          unverified={lastVerdict(state.steps) === null}
          onDialog={setDialog}
          onVerify={verify}
          onDone={end}
        />
      ) : null}
    </Page>
  );
}

function FailureLine({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  return (
    <p role="alert" className="shrink-0 bg-err-soft px-3 py-1.5 text-err text-sm wrap-anywhere">
      <span aria-hidden="true">✕ </span>
      {error.message}
    </p>
  );
}

function crumbsOf(info: LiveSessionInfo): readonly Crumb[] {
  const last = {
    label: info.taskIdx === null ? t('session.noTask') : t('session.task', { index: info.taskIdx }),
  };
  if (info.scenario === null) return [{ label: t('sessions.title'), href: '/sessions' }, last];
  return [
    { label: t('scenarios.title'), href: '/' },
    { label: info.scenario, href: `/scenarios/${encodeURIComponent(info.scenario)}` },
    last,
  ];
}

/** Why nothing can be sent now; null where it can. */
function blockedBecause(view: SessionView, info: LiveSessionInfo, actions: Actions): string | null {
  const block = liveBlock(view, info);
  if (block !== null) return block;
  if (
    actions.call.isPending ||
    actions.verify.isPending ||
    actions.done.isPending ||
    view.state.running !== null
  ) {
    return t('form.calling');
  }
  return null;
}
