'use client';

import { useSearchParams } from 'next/navigation';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useStore } from 'zustand';
import { blindViewed } from '../../../../lib/client/blind-viewed.ts';
import type { Viewed } from '../../../../lib/client/viewed.ts';
import { CellActionsProvider, cellText } from '../../../cells/index.ts';
import { replaceUrl } from '../../../layout/url-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { createLazyPart, type LazyPart } from '../../../ui/lazy-part.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { TabPanel, Tabs } from '../../../ui/tabs.tsx';
import { citePlace, commentOn } from '../anchors.ts';
import { t } from '../aside-messages.ts';
import { Separator } from '../parts/separator.tsx';
import { useItem, useRow, useSide } from '../use-item.ts';
import { viewStore } from '../view-store.ts';
import { DRAWER_TABS, type DrawerProps, type DrawerTab } from './drawer-tabs.ts';
import { CommentList } from './comment-list.tsx';
import { VersionList } from './version-list.tsx';

type Part = LazyPart<ComponentType<{ readonly viewed: Viewed }>>;
const PARTS: Readonly<Record<'tables' | 'sql', Part>> = {
  tables: createLazyPart(async () => (await import('../../../tables/index.ts')).TablesTab),
  sql: createLazyPart(async () => (await import('../../../sql/index.ts')).SqlTab),
};

/** Stands over the lower part of steps and evidence, so that neither moves. */
export function Drawer({ tab, frame }: DrawerProps): ReactNode {
  const item = useItem();
  const height = useStore(viewStore, (state) => state.shares.drawer);
  const seed = useSearchParams().get('at') === 'seed';
  const viewed = useViewed(seed);
  const { versions } = item.assignment;
  return (
    <section
      aria-label={t('labelling.drawerHead')}
      data-pane="drawer"
      tabIndex={-1}
      style={{ height: `${String(height)}%` }}
      className="absolute inset-x-0 bottom-0 z-4 flex flex-col border-line-strong border-t bg-surface shadow-2 outline-none"
    >
      <Separator
        share="drawer"
        edge="top"
        label={t('labellingAside.resizeDrawer')}
        box={() => frame.current?.getBoundingClientRect()}
      />
      <Tabs
        id="drawer"
        label={t('labelling.drawerHead')}
        value={tab}
        onChange={(value: DrawerTab) => replaceUrl({ tab: value })}
        tabs={DRAWER_TABS.filter((value) => value !== 'versions' || versions.length > 0).map((value) => ({
          value,
          label: t(`labelling.${value}`),
        }))}
      >
        {tab === 'tables' || tab === 'sql' ? (
          <Segmented
            size="sm"
            label={t('labellingAside.state')}
            value={seed ? 'seed' : 'step'}
            segments={[
              {
                value: 'step',
                label: t('labellingAside.atStep', {
                  step: viewed.newest === 0 ? 0 : viewedSeq(viewed, seed),
                }),
              },
              { value: 'seed', label: t('labellingAside.atSeed') },
            ]}
            onChange={(value) => replaceUrl({ at: value === 'seed' ? 'seed' : null })}
          />
        ) : null}
        <Button size="sm" variant="ghost" onClick={() => replaceUrl({ tab: null, at: null })}>
          {t('labelling.close')}
        </Button>
      </Tabs>
      <TabPanel id="drawer" value={tab} className="flex min-h-0 flex-1 flex-col">
        {tab === 'comments' ? (
          <CommentList />
        ) : tab === 'versions' ? (
          <VersionList />
        ) : (
          <CellActionsProvider
            value={(place, cell) => (
              <span className="ml-2 inline-flex gap-1 font-sans">
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() =>
                    citePlace(
                      item,
                      `[${t('labelling.onStep', { step: place.seq })}] ${place.table} ${place.key}, ${place.column}: ${cellText(cell)}`,
                    )
                  }
                >
                  {t('labelling.citeHere', { place: place.column })}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  onClick={() =>
                    commentOn(item, {
                      on: 'cell',
                      seq: place.seq,
                      table: place.table,
                      key: place.key,
                      column: place.column,
                    })
                  }
                >
                  {t('labelling.commentHere', { place: place.column })}
                </Button>
              </span>
            )}
          >
            <DrawerPart key={tab} tab={tab} viewed={viewed} />
          </CellActionsProvider>
        )}
      </TabPanel>
    </section>
  );
}

function viewedSeq(viewed: Viewed, seed: boolean): number {
  return seed ? viewed.newest : viewed.seq;
}

function DrawerPart({ tab, viewed }: { readonly tab: 'tables' | 'sql'; readonly viewed: Viewed }): ReactNode {
  const body = PARTS[tab].usePart();
  switch (body.state) {
    case 'waiting':
      return <Loading what={t(`labelling.${tab}`)} />;
    case 'failed':
      return (
        <Notice
          tone="err"
          role="alert"
          title={t('labelling.partFailed')}
          actions={<Button onClick={body.retry}>{t('common.retry')}</Button>}
        />
      );
    case 'ready':
      return <body.part viewed={viewed} />;
  }
}

/** The state after the looked-at step, or the seed, for the parts that show states elsewhere too. */
function useViewed(seed: boolean): Viewed {
  const { alias, run } = useSide();
  const row = useRow();
  return useMemo(
    () => blindViewed(alias, run, seed ? 0 : (row?.seq ?? run.steps.at(-1)?.seq ?? 0)),
    [alias, run, row, seed],
  );
}
