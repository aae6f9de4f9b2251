'use client';

import type { ReactNode } from 'react';
import { Loading } from '../../../ui/loading.tsx';
import { t } from '../messages.ts';
import { useItem } from '../use-item.ts';
import { PAIRS } from './pairs-part.ts';
import { PartFailed } from './part-failed.tsx';

/** Of fix items: where it is done right. */
export function Fixing(): ReactNode {
  const { id, fix, queue } = useItem().assignment;
  const pairs = PAIRS.usePart(fix !== null);
  if (fix === null) return null;
  switch (pairs.state) {
    case 'waiting':
      return <Loading what={t('labelling.fixAt', { step: fix.seq })} />;
    case 'failed':
      return <PartFailed onRetry={pairs.retry} />;
    case 'ready':
      return <pairs.part.FixPanel assignment={id} queue={queue.id} fix={fix} />;
  }
}
