'use client';

import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { t } from '../../lib/client/messages/index.ts';
import { Page } from '../layout/page.tsx';
import { pushUrl } from '../layout/url-link.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { Loading } from '../ui/loading.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { PartFailed } from '../workspace/index.ts';
import { readAddress } from './address.ts';

const paths = createLazyPart(async () => (await import('./paths-view.tsx')).PathsView);
const group = createLazyPart(async () => (await import('./group-view.tsx')).GroupView);
const picker = createLazyPart(async () => (await import('./run-picker.tsx')).RunPicker);

/** Runs beside each other, or a group of them merged into a tree; which ones, says the address. */
export function CompareScreen(): ReactNode {
  const address = readAddress(useSearchParams());
  const { ids, selection, view } = address;
  const nothing = ids.length === 0 && selection === null;
  const part = nothing ? picker : view === 'group' ? group : paths;
  const body = part.usePart();
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
      {body.state === 'waiting' ? (
        <Loading what={t('compare.what')} />
      ) : body.state === 'failed' ? (
        <PartFailed what={t('compare.title')} onRetry={body.retry} />
      ) : (
        <body.part address={address} />
      )}
    </Page>
  );
}
