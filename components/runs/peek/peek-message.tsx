'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { lastWordsQuery } from '../../../lib/client/queries/last-words.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { PeekSection } from './peek-section.tsx';

/** What the agent said last, before a call or at the end of its log. */
export function PeekMessage({ run }: { readonly run: RunRow }): ReactNode {
  const words = useQuery(lastWordsQuery(run.id, run.steps)).data;
  if (words === undefined || words === null) return null;
  return (
    <PeekSection
      title={t('runs.peek.message')}
      note={
        words.seq === null
          ? t('runs.peek.fromLog')
          : t('runs.peek.stepOf', { step: words.seq, steps: run.steps })
      }
    >
      <p className="max-h-56 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{words.text}</p>
    </PeekSection>
  );
}
