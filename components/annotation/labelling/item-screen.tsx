'use client';

import { useSearchParams } from 'next/navigation';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import { useKeyLabel } from '../../../lib/client/keys/index.ts';
import { useMediaQuery } from '../../../lib/client/use-media-query.ts';
import { replaceUrl } from '../../layout/url-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel, Tabs } from '../../ui/tabs.tsx';
import { CommentDialog } from './dialogs/comment-dialog.tsx';
import { ConflictDialog } from './dialogs/conflict-dialog.tsx';
import { FeedbackDialog } from './dialogs/feedback-dialog.tsx';
import { RevealDialog } from './dialogs/reveal-dialog.tsx';
import { SkipDialog } from './dialogs/skip-dialog.tsx';
import { Drawer, drawerTab } from './drawer/drawer.tsx';
import { EvidencePanel } from './evidence/evidence-panel.tsx';
import { FixPanel, SendToFix } from '../pairs/index.ts';
import { closeGuide, GuideAll, GuideFoot } from './form/guide.tsx';
import { LabelForm, Outcomes } from './form/label-form.tsx';
import { SubmitBar } from './form/submit-bar.tsx';
import { createItemSession } from './item-session.ts';
import { labelActs } from './label-acts.ts';
import { t } from './messages.ts';
import { KeyBar } from './parts/key-bar.tsx';
import { Notices } from './parts/notices.tsx';
import { Pinned } from './parts/pinned.tsx';
import { Separator } from './parts/separator.tsx';
import { StepList } from './parts/step-list.tsx';
import { MineLink, RevealButton, TopLine } from './parts/top-line.tsx';
import { ItemProvider, useItem, useRow, useView } from './use-item.ts';
import { toggleDrawer, useLabelKeys } from './use-label-keys.ts';
import { type Submitting, useSubmit } from './use-submit.ts';
import { viewStore } from './view-store.ts';

const WIDE = '(min-width: 1080px)';

/** One item under work. Mount with its id as key: its label and what saves it live as long as this. */
export function ItemScreen({
  assignment,
  revealed,
}: {
  readonly assignment: Assignment;
  readonly revealed: boolean;
}): ReactNode {
  const search = useSearchParams();
  const [item] = useState(() => createItemSession(assignment, search.get('step')));
  const submitting = useSubmit(item, search.get('from') === 'mine' ? 'mine' : 'next');
  const acts = useMemo(() => labelActs(item), [item]);
  const wide = useMediaQuery(WIDE);
  useEffect(() => item.start(), [item]);
  useEffect(() => void viewStore.persist.rehydrate(), []);
  useLabelKeys({ item, acts, submitting });
  const tab = drawerTab(search.get('tab'));
  return (
    <ItemProvider value={item}>
      <TopLine revealed={revealed} />
      <div hidden data-labelling="" />
      {wide ? (
        <Wide submitting={submitting} tab={tab} guide={search.get('guide') === 'all'} />
      ) : (
        <Narrow submitting={submitting} tab={tab} pane={search.get('pane')} />
      )}
      <Said />
      <Dialogs submitting={submitting} />
    </ItemProvider>
  );
}

interface LayoutProps {
  readonly submitting: Submitting;
  readonly tab: ReturnType<typeof drawerTab>;
}

function Wide({ submitting, tab, guide }: LayoutProps & { readonly guide: boolean }): ReactNode {
  const shares = useStore(viewStore, (state) => state.shares);
  const frame = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLDivElement>(null);
  const box = (): DOMRect | undefined => frame.current?.getBoundingClientRect();
  return (
    <>
      <div ref={frame} className="flex min-h-0 flex-1 bg-surface">
        <div ref={left} className="relative flex min-w-0 flex-1 flex-col">
          <Pinned />
          <div className="flex min-h-0 flex-1">
            <div
              data-pane="steps"
              tabIndex={-1}
              className="flex min-h-0 shrink-0 flex-col outline-none"
              style={{ width: `${String((shares.steps / (100 - shares.form)) * 100)}%` }}
            >
              <Sides />
              <StepList />
            </div>
            <Separator share="steps" edge="right" label={t('labelling.resizeSteps')} box={box} />
            <div
              data-pane="evidence"
              tabIndex={-1}
              className="flex min-h-0 min-w-0 flex-1 flex-col outline-none"
            >
              <EvidencePanel />
              <DrawerHandle />
            </div>
          </div>
          {tab === null ? null : <Drawer tab={tab} frame={left} />}
        </div>
        <Separator share="form" edge="left" label={t('labelling.resizeForm')} box={box} />
        <aside
          data-pane="label"
          tabIndex={-1}
          aria-label={t('labelling.yourLabel')}
          style={{ width: `${String(shares.form)}%` }}
          className="flex min-h-0 shrink-0 flex-col outline-none"
        >
          <Notices />
          <Fixing />
          {guide ? (
            <GuideAll onClose={closeGuide} />
          ) : (
            <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
              <LabelForm />
              <GuideFoot />
            </div>
          )}
          <SubmitBar submitting={submitting} />
        </aside>
      </div>
      <KeyBar />
    </>
  );
}

const PANES = ['steps', 'evidence', 'label', 'guide'] as const;
type Pane = (typeof PANES)[number];

/** One column: steps, evidence, label and guide are tabs; outcome and submit stay under the thumb. */
function Narrow({ submitting, tab, pane: named }: LayoutProps & { readonly pane: string | null }): ReactNode {
  const item = useItem();
  const acts = useMemo(() => labelActs(item), [item]);
  const row = useRow();
  const frame = useRef<HTMLDivElement>(null);
  const pane: Pane = PANES.find((one) => one === named) ?? 'steps';
  const steps = item.sides[0]?.rows.length ?? 0;
  return (
    <>
      <Tabs
        id="label-pane"
        label={t('labelling.title')}
        value={pane}
        onChange={(value: Pane) => replaceUrl({ pane: value === 'steps' ? null : value })}
        tabs={PANES.map((value) => ({
          value,
          label: t(`labelling.${value}`),
          ...(value === 'steps' ? { count: steps } : {}),
          ...(value === 'evidence' && row?.kind === 'step' ? { count: row.seq } : {}),
        }))}
      />
      <TabPanel id="label-pane" value={pane} className="relative flex min-h-0 flex-1 flex-col bg-surface">
        <div ref={frame} className="relative flex min-h-0 flex-1 flex-col">
          {pane === 'steps' ? (
            <>
              <Notices />
              <Pinned />
              <Sides />
              <StepList narrow />
            </>
          ) : null}
          {pane === 'evidence' ? (
            <>
              <EvidencePanel />
              <DrawerHandle />
            </>
          ) : null}
          {pane === 'label' ? (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <Notices />
              <Fixing />
              <LabelForm />
              <div className="flex gap-4 px-4 pb-3 text-sm">
                <MineLink />
                <RevealButton />
              </div>
            </div>
          ) : null}
          {pane === 'guide' ? <GuideAll /> : null}
          {tab === null ? null : <Drawer tab={tab} frame={frame} />}
        </div>
        {pane === 'steps' && item.assignment.otherRun === null ? (
          <div className="shrink-0 border-line border-t px-3 py-2">
            <Outcomes acts={acts} required />
          </div>
        ) : null}
        {pane === 'guide' ? null : <SubmitBar submitting={submitting} />}
      </TabPanel>
    </>
  );
}

/** Of fix items: where it is done right. */
function Fixing(): ReactNode {
  const { id, fix } = useItem().assignment;
  return fix === null ? null : <FixPanel assignment={id} fix={fix} />;
}

/** Which run of a pair is looked at. */
function Sides(): ReactNode {
  const { sides, view } = useItem();
  const side = useView((state) => state.side);
  const key = useKeyLabel('label.otherRun');
  if (sides.length < 2) return null;
  return (
    <div className="flex h-9 shrink-0 items-center gap-2 border-line border-b px-3">
      <Segmented
        label={t('labelling.bothRuns')}
        value={side === 0 ? 'a' : 'b'}
        segments={[
          { value: 'a', label: t('labelling.runA') },
          { value: 'b', label: t('labelling.runB') },
        ]}
        onChange={(value) => view.setState({ side: value === 'a' ? 0 : 1 })}
      />
      {key === null ? null : <Kbd>{key.shown}</Kbd>}
    </div>
  );
}

function DrawerHandle(): ReactNode {
  const row = useRow();
  const key = useKeyLabel('label.drawer');
  return (
    <button
      type="button"
      aria-expanded={drawerTab(useSearchParams().get('tab')) !== null}
      aria-keyshortcuts={key?.aria}
      onClick={toggleDrawer}
      className="on-tint relative flex h-10 shrink-0 items-center gap-2 border-line-strong border-t bg-surface-2 px-4 pt-1 text-sm outline-offset-[-2px] before:absolute before:top-[5px] before:left-1/2 before:h-[3px] before:w-9 before:-translate-x-1/2 before:rounded-[2px] before:bg-line-control"
    >
      <Icon name="up" className="size-3 text-text-3" />
      <b className="truncate font-medium">{t('labelling.drawer', { step: row?.seq ?? 0 })}</b>
      <span className="ml-auto">{key === null ? null : <Kbd>{key.shown}</Kbd>}</span>
    </button>
  );
}

/** What the last act did, for who cannot see it. */
function Said(): ReactNode {
  const said = useStore(useItem().label.store, (state) => state.said);
  return (
    <p role="status" aria-live="polite" className="sr-only" data-said={said.n}>
      {said.text}
      {/* The same words again are heard again. */}
      {said.n % 2 === 0 ? '' : '\u00a0'}
    </p>
  );
}

function Dialogs({ submitting }: { readonly submitting: Submitting }): ReactNode {
  const { view, keeper } = useItem();
  const dialog = useView((state) => state.dialog);
  const conflict = useStore(keeper.state, (state) => state.save.kind === 'conflict');
  const [seen, setSeen] = useState(false);
  const close = (): void => view.setState({ dialog: null });
  if (submitting.feedback !== null) {
    const { feedback, next } = submitting.feedback;
    return <FeedbackDialog feedback={feedback} onNext={() => submitting.goOn(next)} />;
  }
  // A conflict asks by itself, once; then its mark over the rationale does.
  if (conflict && (!seen || dialog?.kind === 'conflict')) {
    return (
      <ConflictDialog
        onClose={() => {
          setSeen(true);
          close();
        }}
      />
    );
  }
  switch (dialog?.kind) {
    case undefined:
    case 'conflict':
      return null;
    case 'skip':
      return <SkipDialog onSkip={submitting.skip} onClose={close} />;
    case 'reveal':
      return <RevealDialog onClose={close} />;
    case 'fix':
      return <SendToFix run={dialog.run} seq={dialog.seq} onClose={close} />;
    case 'comment':
      return <CommentDialog anchor={dialog.anchor} onClose={close} />;
  }
}
