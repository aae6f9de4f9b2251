'use client';

import type { ReactNode } from 'react';
import { createLazyPart } from '../ui/lazy-part.ts';
import { isBlind } from './is-blind.ts';

const WAYS = createLazyPart(async () => (await import('./blind-notice.tsx')).BlindWays);

/** What did not load, within a line of text; where it is hidden, with the way to where it is labelled or decided. */
export function FailedLine({ error }: { readonly error: Error }): ReactNode {
  const ways = WAYS.usePart(isBlind(error));
  return (
    <>
      {error.message} {isBlind(error) && ways.state === 'ready' ? <ways.part error={error} /> : null}
    </>
  );
}
