'use client';

import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { t } from '../messages.ts';

/** A part whose script did not load. */
export function PartFailed({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  return (
    <p role="alert" className="p-4 text-sm">
      ✕ {t('labelling.partFailed')}{' '}
      <Button size="sm" onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </p>
  );
}
