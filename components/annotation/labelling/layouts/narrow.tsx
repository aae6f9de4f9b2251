'use client';

import { type ReactNode, useMemo, useRef } from 'react';
import { replaceUrl } from '../../../layout/url-link.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { DrawerHandle, LazyDrawer } from '../drawer/lazy-drawer.tsx';
import { EvidencePanel } from '../evidence/evidence-panel.tsx';
import { GuideAll } from '../form/guide.tsx';
import { LabelForm } from '../form/label-form.tsx';
import { Outcomes } from '../form/outcomes.tsx';
import { Preference } from '../form/preference.tsx';
import { SubmitBar } from '../form/submit-bar.tsx';
import { labelActs } from '../label-acts.ts';
import { t } from '../messages.ts';
import { Fixing } from '../parts/fixing.tsx';
import { Notices } from '../parts/notices.tsx';
import { Pinned } from '../parts/pinned.tsx';
import { Sides } from '../parts/sides.tsx';
import { StepList } from '../parts/step-list.tsx';
import { MineLink, RevealButton } from '../parts/top-line.tsx';
import { useItem, useRow, useSide } from '../use-item.ts';
import type { LayoutProps } from './layout-props.ts';

const PANES = ['steps', 'evidence', 'label', 'guide'] as const;
type Pane = (typeof PANES)[number];

/** One column: steps, evidence, label and guide are tabs; outcome and submit stay under the thumb. */
export function Narrow({
  submitting,
  tab,
  pane: named,
}: LayoutProps & { readonly pane: string | null }): ReactNode {
  const item = useItem();
  const acts = useMemo(() => labelActs(item), [item]);
  const row = useRow();
  const frame = useRef<HTMLDivElement>(null);
  const pane: Pane = PANES.find((one) => one === named) ?? 'steps';
  const steps = useSide().rows.length;
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
          {tab === null ? null : <LazyDrawer tab={tab} frame={frame} />}
        </div>
        {pane === 'steps' ? (
          <div className="shrink-0 border-line border-t px-3 py-2">
            {item.sides.length > 1 ? <Preference acts={acts} /> : <Outcomes acts={acts} />}
          </div>
        ) : null}
        {pane === 'guide' ? null : <SubmitBar submitting={submitting} />}
      </TabPanel>
    </>
  );
}
