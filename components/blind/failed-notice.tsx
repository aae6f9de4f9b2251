'use client';

import type { ReactNode } from 'react';
import { Notice } from '../ui/notice.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { isBlind } from './is-blind.ts';

const BLIND = createLazyPart(async () => (await import('./blind-notice.tsx')).BlindNotice);

interface FailedNoticeProps {
  readonly error: Error;
  /** What did not load. */
  readonly title: string;
  readonly actions?: ReactNode;
}

/** In place of what did not load; where whoever asks has it to label, why it is hidden and the way there. */
export function FailedNotice({ error, title, actions }: FailedNoticeProps): ReactNode {
  const blind = BLIND.usePart(isBlind(error));
  if (isBlind(error) && blind.state === 'ready') return <blind.part error={error} />;
  return (
    <Notice tone="err" role="alert" title={title} actions={actions}>
      {error.message}
    </Notice>
  );
}
