'use client';

import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { DrawerHandle, LazyDrawer } from '../drawer/lazy-drawer.tsx';
import { EvidencePanel } from '../evidence/evidence-panel.tsx';
import { closeGuide, GuideAll, GuideFoot } from '../form/guide.tsx';
import { LabelForm } from '../form/label-form.tsx';
import { SubmitBar } from '../form/submit-bar.tsx';
import { t } from '../messages.ts';
import { Fixing } from '../parts/fixing.tsx';
import { KeyBar } from '../parts/key-bar.tsx';
import { Notices } from '../parts/notices.tsx';
import { Pinned } from '../parts/pinned.tsx';
import { Separator } from '../parts/separator.tsx';
import { Sides } from '../parts/sides.tsx';
import { StepList } from '../parts/step-list.tsx';
import { viewStore } from '../view-store.ts';
import type { LayoutProps } from './layout-props.ts';

/** Steps, evidence and label side by side. */
export function Wide({ submitting, tab, guide }: LayoutProps & { readonly guide: boolean }): ReactNode {
  const shares = useStore(viewStore, (state) => state.shares);
  const frame = useRef<HTMLDivElement>(null);
  const left = useRef<HTMLDivElement>(null);
  const box = (): DOMRect | undefined => frame.current?.getBoundingClientRect();
  return (
    <>
      <div ref={frame} className="flex min-h-0 flex-1 bg-surface">
        <div ref={left} className="relative flex min-w-0 flex-1 flex-col">
          <Pinned fixed />
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
          {tab === null ? null : <LazyDrawer tab={tab} frame={left} />}
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
