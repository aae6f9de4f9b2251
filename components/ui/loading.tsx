'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { t } from '../../lib/client/messages/index.ts';

const QUIET_MS = 300;

/** Says what it waits for, once the wait is worth a word. */
export function Loading({
  what,
  className,
}: {
  readonly what: string;
  readonly className?: string;
}): ReactNode {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p role="status" className={className ?? 'p-4 text-sm text-text-2'}>
      {shown ? t('common.loading', { what }) : ''}
    </p>
  );
}
