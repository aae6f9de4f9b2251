'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useMemo } from 'react';
import { t } from './messages.ts';
import { changesQuery } from '../../lib/client/queries/evidence.ts';
import { serverWords } from '../../lib/client/server-words.ts';
import type { Viewed } from '../../lib/client/viewed.ts';
import { Loading } from '../ui/loading.tsx';
import { ChangeGrid } from './change-grid.tsx';
import { stateName } from './changes-header.tsx';

interface ChangesBetweenProps {
  readonly recordId: string;
  readonly scenario: string;
  readonly taskIdx: number;
  readonly to: number;
  /** What scrolls around it. */
  readonly scroller: RefObject<HTMLDivElement | null>;
}

/** All that a finished run changed, from its first state to one of its steps. */
export function ChangesBetween({
  recordId,
  scenario,
  taskIdx,
  to,
  scroller,
}: ChangesBetweenProps): ReactNode {
  const changes = useQuery({ ...changesQuery(recordId, 0, to), enabled: to > 0 });
  const viewed = useMemo(
    (): Viewed => ({
      recordId,
      scenario,
      taskIdx,
      seq: to,
      newest: to,
      step: null,
      steps: [],
      human: false,
      live: false,
      hidden: false,
    }),
    [recordId, scenario, taskIdx, to],
  );
  const nothing = (
    <p className="text-sm text-text-2">
      {t('changes.emptyRange', { from: stateName(0), to: stateName(to) })}
    </p>
  );
  if (to === 0) return nothing;
  if (changes.isPending)
    return <Loading what={t('changes.readingRange', { from: stateName(0), to: stateName(to) })} />;
  if (changes.isError) return <p className="text-err text-sm">✕ {changes.error.message}</p>;
  const answer = changes.data;
  if (answer.state !== 'ok') return <p className="text-sm text-warn">! {serverWords(answer)}</p>;
  if (answer.tables.length === 0 && answer.schema.length === 0) return nothing;
  return (
    <ChangeGrid
      viewed={viewed}
      range={{ mode: 'start', from: 0, to }}
      changes={answer}
      scroller={scroller}
      label={t('changes.grid')}
    />
  );
}
