'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../../lib/client/api.ts';
import { useSettled } from '../../../lib/client/use-settled.ts';
import { queueAdminRoutes } from '../../../lib/contracts/annotation/rest-queues.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import { t } from './messages.ts';
import { LeftOut, PreviewSaid } from './preview-said.tsx';
import { type QueueDraft, sourceOf } from './queue-draft.ts';

interface SourcePreviewProps {
  /** Null: a queue that is not made yet. */
  readonly queue: string | null;
  readonly draft: Pick<QueueDraft, 'source' | 'q' | 'perTaskPerDay'>;
  readonly given: RunTarget | null;
  readonly mergeIdentical: boolean;
}

const SAID = ['already', 'removed', 'notEnded', 'overLimit', 'gone', 'notRecorded'] as const;

/** How many items the runs would come to, and which stay out and why. */
export function SourcePreview({ queue, draft, given, mergeIdentical }: SourcePreviewProps): ReactNode {
  const { source, q, perTaskPerDay } = draft;
  const asked = useSettled(JSON.stringify({ source, q, perTaskPerDay }), 250);
  const preview = useQuery({
    queryKey: ['annotation', 'preview', queue, asked, given, mergeIdentical] as const,
    queryFn: async ({ signal }) => {
      const found = await sourceOf(JSON.parse(asked) as Parameters<typeof sourceOf>[0], given, signal);
      if (found === null) return null;
      return callApi(
        queueAdminRoutes.previewQueueRuns,
        { body: { queue, source: found, mergeIdentical } },
        signal,
      );
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  if (source === 'empty') return <p className="text-sm text-text-2">{t('queueAdmin.preview.empty')}</p>;
  return (
    <PreviewSaid preview={preview}>
      {(found) => (
        <>
          <p className="font-medium">
            {t('queueAdmin.preview.items', { items: found.items, runs: found.runs })}
          </p>
          {found.identical === 0 ? null : (
            <p className="text-text-2">{t('queueAdmin.preview.identical', { count: found.identical })}</p>
          )}
          <LeftOut
            reasons={SAID.map((name) => ({
              count: found[name],
              text: t(`queueAdmin.preview.${name}`, { count: found[name] }),
            }))}
          />
        </>
      )}
    </PreviewSaid>
  );
}
