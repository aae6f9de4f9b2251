'use client';

import { useSearchParams } from 'next/navigation';
import type { ComponentType, ReactNode } from 'react';
import { t } from './messages.ts';
import { Page } from '../layout/page.tsx';
import { pushUrl } from '../layout/url-link.tsx';
import { createLazyPart, type LazyPart } from '../ui/lazy-part.ts';
import { Loading } from '../ui/loading.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { PartFailed } from '../workspace/index.ts';
import { type Address, readAddress } from './address.ts';

type Part = LazyPart<ComponentType<{ readonly address: Address }>>;

const PARTS: Readonly<Record<Address['view'] | 'picker', Part>> = {
  paths: createLazyPart(async () => (await import('./paths-view.tsx')).PathsView),
  group: createLazyPart(async () => (await import('./group-view.tsx')).GroupView),
  picker: createLazyPart(async () => (await import('./run-picker.tsx')).RunPicker),
};

/** Runs beside each other, or a group of them merged into a tree; which ones, says the address. */
export function CompareScreen(): ReactNode {
  const address = readAddress(useSearchParams());
  const { ids, selection, view } = address;
  const nothing = ids.length === 0 && selection === null;
  const shown = nothing ? 'picker' : view;
  return (
    <Page
      crumbs={[{ label: t('compare.title') }]}
      actions={
        nothing || (ids.length === 0 && view === 'group') ? null : (
          <Segmented
            label={t('compare.view')}
            value={view}
            onChange={(value) => pushUrl({ view: value === 'group' ? 'group' : null, node: null })}
            segments={[
              { value: 'paths', label: t('compare.paths') },
              { value: 'group', label: t('compare.group') },
            ]}
          />
        )
      }
    >
      <Body key={shown} part={PARTS[shown]} address={address} />
    </Page>
  );
}

/** Mount with the part's name as key: a part is asked for when it is mounted. */
function Body({ part, address }: { readonly part: Part; readonly address: Address }): ReactNode {
  const body = part.usePart();
  switch (body.state) {
    case 'waiting':
      return <Loading what={t('compare.what')} />;
    case 'failed':
      return <PartFailed what={t('compare.title')} onRetry={body.retry} />;
    case 'ready':
      return <body.part address={address} />;
  }
}
