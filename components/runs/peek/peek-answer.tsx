'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import { episodeQuery } from '../../../lib/client/queries/episodes.ts';
import type { RunRow } from '../../../lib/contracts/runs.ts';
import { LongText } from '../../ui/long-text.tsx';
import { PeekSection } from './peek-section.tsx';

/** The final answer, whole where the table's beginning is not all of it. */
export function PeekAnswer({ run }: { readonly run: RunRow }): ReactNode {
  const isCut = run.answer !== null && run.answer.length >= 200;
  const episode = useQuery({ ...episodeQuery(run.id), enabled: isCut });
  const answer = isCut ? (episode.data?.finalAnswer ?? `${run.answer ?? ''}…`) : run.answer;
  return (
    <PeekSection
      title={t('runs.columns.answer')}
      note={answer === null ? undefined : t('runs.peek.atStep', { step: run.steps })}
    >
      {answer === null ? (
        <p className="text-text-2">{t('runs.peek.noAnswer')}</p>
      ) : (
        <p className="max-h-44 overflow-y-auto text-text-2 wrap-anywhere whitespace-pre-wrap">
          <LongText text={answer} />
        </p>
      )}
    </PeekSection>
  );
}
