'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ComponentProps, type ReactNode, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Assignment } from '../../../lib/contracts/annotation/labelling.ts';
import { useMediaQuery } from '../../../lib/client/use-media-query.ts';
import { createLazyPart } from '../../ui/lazy-part.ts';
import { Loading } from '../../ui/loading.tsx';
import { ItemDialogs } from './dialogs/item-dialogs.tsx';
import { drawerTab } from './drawer/drawer-tabs.ts';
import { createItemSession } from './item-session.ts';
import { labelActs } from './label-acts.ts';
import type { Narrow } from './layouts/narrow.tsx';
import { Wide } from './layouts/wide.tsx';
import { t } from './messages.ts';
import { PartFailed } from './parts/part-failed.tsx';
import { TopLine } from './parts/top-line.tsx';
import { putDraft } from './queries.ts';
import { ItemProvider, useItem } from './use-item.ts';
import { useLabelKeys } from './use-label-keys.ts';
import { useSubmit } from './use-submit.ts';
import { keepView } from './view-store.ts';

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
  const client = useQueryClient();
  useEffect(() => {
    const stop = item.start();
    return () => {
      stop();
      const { keeper } = item;
      const put = (): void => putDraft(client, item.assignment.id, keeper.saved());
      put();
      void keeper.settle().then(put);
    };
  }, [client, item]);
  useEffect(() => keepView(), []);
  useLabelKeys({ item, acts, submitting });
  const tab = drawerTab(search.get('tab'));
  return (
    <ItemProvider value={item}>
      <TopLine revealed={revealed} />
      <div hidden data-labelling="" />
      {wide ? (
        <Wide submitting={submitting} tab={tab} guide={search.get('guide') === 'all'} />
      ) : (
        <LazyNarrow submitting={submitting} tab={tab} pane={search.get('pane')} />
      )}
      <Said />
      <ItemDialogs submitting={submitting} />
    </ItemProvider>
  );
}

const NARROW = createLazyPart(async () => (await import('./layouts/narrow.tsx')).Narrow);

function LazyNarrow(props: ComponentProps<typeof Narrow>): ReactNode {
  const narrow = NARROW.usePart();
  switch (narrow.state) {
    case 'waiting':
      return <Loading what={t('labelling.what')} />;
    case 'failed':
      return <PartFailed onRetry={narrow.retry} />;
    case 'ready':
      return <narrow.part {...props} />;
  }
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
