'use client';

import { useSearchParams } from 'next/navigation';
import type { ReactNode } from 'react';
import { NavLink } from '../layout/nav-link.tsx';
import { buttonClass } from '../ui/button.tsx';
import { t } from './messages.ts';

/** The fix queue that a session is played for, as its address says; null: it is played for itself. */
export function useFixQueue(): string | null {
  const queue = useSearchParams().get('fix');
  return queue !== null && /^[0-9a-f]{32}$/.test(queue) ? queue : null;
}

/** To the item that is put right here, where the attempt is given in. */
export function BackToQueue(): ReactNode {
  const queue = useFixQueue();
  if (queue === null) return null;
  return (
    <NavLink href={`/annotate/queues/${queue}`} className={buttonClass({ size: 'sm' })}>
      {t('session.backToQueue')}
    </NavLink>
  );
}
