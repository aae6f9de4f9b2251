'use client';

import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { useKeyLabel } from '../../../../lib/client/keys/index.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { createLazyPart } from '../../../ui/lazy-part.ts';
import { Loading } from '../../../ui/loading.tsx';
import { t } from '../messages.ts';
import { PartFailed } from '../parts/part-failed.tsx';
import { useRow } from '../use-item.ts';
import { toggleDrawer } from '../use-label-keys.ts';
import { type DrawerProps, drawerTab } from './drawer-tabs.ts';

const DRAWER = createLazyPart(async () => (await import('./drawer.tsx')).Drawer);

export function LazyDrawer(props: DrawerProps): ReactNode {
  const drawer = DRAWER.usePart();
  if (drawer.state === 'ready') return <drawer.part {...props} />;
  return (
    <section
      aria-label={t('labelling.drawerHead')}
      className="absolute inset-x-0 bottom-0 z-4 h-1/2 border-line-strong border-t bg-surface"
    >
      {drawer.state === 'waiting' ? (
        <Loading what={t('labelling.tables')} />
      ) : (
        <PartFailed onRetry={drawer.retry} />
      )}
    </section>
  );
}

/** Opens it, at the foot of the evidence. */
export function DrawerHandle(): ReactNode {
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
