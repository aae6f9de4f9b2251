'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import type { ComponentType, ReactNode } from 'react';
import { t } from './messages.ts';
import { labelsQuery } from '../../lib/client/queries/run.ts';
import { pushUrl, urlWith } from '../layout/url-link.tsx';
import { createLazyPart, type LazyPart } from '../ui/lazy-part.ts';
import { Loading } from '../ui/loading.tsx';
import { TabPanel, Tabs } from '../ui/tabs.tsx';
import { PartFailed } from '../workspace/index.ts';
import { Transcript } from './transcript.tsx';
import { useNotes } from './use-notes.ts';
import type { RunView } from './use-run.ts';

const SIDES = ['transcript', 'people', 'lineage', 'replay', 'whatif', 'log'] as const;
type Side = (typeof SIDES)[number];

type Part = LazyPart<ComponentType<{ readonly view: RunView }>>;

/** Each is loaded when it is first looked at. */
const PARTS: Readonly<Record<Exclude<Side, 'transcript'>, Part>> = {
  people: createLazyPart(async () => (await import('./people-side.tsx')).PeopleSide),
  lineage: createLazyPart(async () => (await import('./lineage-side.tsx')).LineageSide),
  replay: createLazyPart(async () => (await import('./replay-side.tsx')).ReplaySide),
  whatif: createLazyPart(async () => (await import('./what-if-side.tsx')).WhatIfSide),
  log: createLazyPart(async () => (await import('./log-side.tsx')).LogSide),
};

/** The left pane: what was done, and what people and the studio say of it. */
export function RunSide({ view }: { readonly view: RunView }): ReactNode {
  const search = useSearchParams();
  const side = sideOf(search.get('side'));
  const { items: notes } = useNotes(view.episode.id);
  const labels = useQuery(labelsQuery(view.episode.id));
  const said = notes.length + (labels.data?.items.length ?? 0);
  return (
    <>
      <Tabs
        id="side"
        label={t('run.side')}
        value={side}
        onChange={(value: Side) => pushUrl(addressOf(value))}
        tabs={SIDES.map((value) => ({
          value,
          label: t(`run.sides.${value}`),
          href: urlWith(search, addressOf(value)),
          ...(value === 'people' && said > 0 ? { count: said } : {}),
        }))}
      />
      <TabPanel id="side" value={side} className="flex min-h-0 flex-1 flex-col">
        {side === 'transcript' ? <Transcript view={view} /> : <SideBody key={side} side={side} view={view} />}
      </TabPanel>
    </>
  );
}

function SideBody({
  side,
  view,
}: {
  readonly side: Exclude<Side, 'transcript'>;
  readonly view: RunView;
}): ReactNode {
  const body = PARTS[side].usePart();
  switch (body.state) {
    case 'waiting':
      return <Loading what={t(`run.sides.${side}`)} />;
    case 'failed':
      return <PartFailed what={t(`run.sides.${side}`)} onRetry={body.retry} />;
    case 'ready':
      return <body.part view={view} />;
  }
}

function sideOf(named: string | null): Side {
  return SIDES.find((one) => one === named) ?? 'transcript';
}

function addressOf(side: Side): { readonly side: string | null } {
  return { side: side === 'transcript' ? null : side };
}
