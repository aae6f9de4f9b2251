'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { useSettled } from '../../../lib/client/use-settled.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { t } from './messages.ts';
import { NumberField } from './number-field.tsx';
import { LeftOut, PreviewSaid } from './preview-said.tsx';
import { pairsOf, type QueueDraft } from './queue-draft.ts';

type PairDraft = Pick<QueueDraft, 'source' | 'q' | 'pairsPerTask'>;

interface PairAmountProps {
  readonly perTask: number | null;
  readonly onChange: (perTask: number | null) => void;
}

/** All pairs of a task’s runs, or so many at random. */
export function PairAmount({ perTask, onChange }: PairAmountProps): ReactNode {
  return (
    <div className="flex flex-wrap items-end gap-x-4 gap-y-1.5">
      <Checkbox
        checked={perTask === null}
        onChange={(all) => onChange(all ? null : 10)}
        label={t('queueAdmin.pairs.all')}
      />
      {perTask === null ? null : (
        <NumberField
          label={t('queueAdmin.pairs.perTask')}
          value={perTask}
          min={1}
          max={1_000}
          onChange={(value) => onChange(Math.round(value))}
        />
      )}
    </div>
  );
}

interface PairPreviewProps {
  readonly project: string;
  /** Null: a queue that is not made yet. */
  readonly queue: string | null;
  readonly draft: PairDraft;
  readonly given: RunTarget | null;
  /** A kept set instead of runs. */
  readonly set: string | null;
}

const SAID = ['identical', 'alone', 'already', 'removed', 'notEnded', 'gone', 'notRecorded'] as const;

/** How many pairs there would be, and what stays out and why. */
export function PairPreview({ project, queue, draft, given, set }: PairPreviewProps): ReactNode {
  const { source, q, pairsPerTask } = draft;
  const asked = useSettled(JSON.stringify({ source, q, pairsPerTask }), 250);
  const preview = useQuery({
    queryKey: ['annotation', 'preview', 'pairs', project, queue, asked, given, set] as const,
    queryFn: async ({ signal }) => {
      const pairs = await pairsOf(JSON.parse(asked) as PairDraft, given, set, signal);
      if (pairs === null) return null;
      if (queue !== null)
        return callApi(
          queueAdminRoutes.addQueuePairs,
          { params: { id: queue }, body: { pairs, dryRun: true } },
          signal,
        );
      const body = { project, name: '-', pairs, dryRun: true };
      return (await callApi(queueAdminRoutes.makePairQueue, { body }, signal)).added;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <PreviewSaid preview={preview}>
      {(found) => (
        <>
          <p className="font-medium">
            {t('queueAdmin.pairs.items', { items: found.items, tasks: found.tasks, runs: found.runs })}
          </p>
          <LeftOut
            reasons={SAID.map((name) => ({
              count: found[name],
              text: t(`queueAdmin.pairs.${name}`, { count: found[name] }),
            }))}
          />
        </>
      )}
    </PreviewSaid>
  );
}
