'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { t } from './messages.ts';
import { isOver, verifierKeys } from '../../lib/client/queries/verifiers.ts';
import { workbenchRoutes } from '../../lib/contracts/rest-workbench.ts';
import type { Comparison, TrySummary } from '../../lib/contracts/workbench.ts';
import { Button } from '../ui/button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { Confusion } from './confusion.tsx';
import { FailedLine } from '../blind/index.ts';

interface HalvesProps {
  readonly tryId: string;
  readonly summary: TrySummary;
  /** The version that the draft is; null: it is none yet. */
  readonly afterVersion: number | null;
}

/** Both verifiers against people's labels: the half that one tunes on, and on demand the one that is held out. */
export function Halves({ tryId, summary, afterVersion }: HalvesProps): ReactNode {
  const [half, setHalf] = useState<'tuning' | 'held_out'>('tuning');
  const comparison = half === 'tuning' ? summary.tuning : summary.heldOut;
  return (
    <section aria-label={t('verifiers.halves')} className="shrink-0 border-line border-b">
      <div className="flex flex-wrap items-center gap-2 px-3 pt-2 text-text-2 text-xs">
        <Segmented
          label={t('verifiers.halves')}
          size="sm"
          value={half}
          onChange={setHalf}
          segments={[
            { value: 'tuning', label: t('verifiers.tuning', { count: labelsOf(summary.tuning) }) },
            { value: 'held_out', label: t('verifiers.heldOut', { count: summary.heldOutLabels }) },
          ]}
        />
        {half === 'held_out' && summary.looks > 0 ? t('verifiers.looks', { looks: summary.looks }) : null}
        <span className="flex-1" />
        {isOver(summary) && summary.flips > 0 ? (
          <a
            href={`/api/verifier-tries/${tryId}/corrections`}
            download
            className="text-accent hover:underline"
          >
            {t('verifiers.corrections')}
          </a>
        ) : null}
      </div>
      {comparison === null ? (
        <HeldOut tryId={tryId} summary={summary} />
      ) : (
        <div className="grid @min-[520px]:grid-cols-2 @min-[520px]:divide-x @min-[520px]:divide-line">
          <Confusion
            title={t('verifiers.before', { version: summary.before.version })}
            panel={comparison.before}
            was={null}
          />
          <Confusion
            title={
              afterVersion === null
                ? t('verifiers.after')
                : t('verifiers.afterSame', { version: afterVersion })
            }
            panel={comparison.after}
            was={comparison.before}
          />
        </div>
      )}
    </section>
  );
}

function HeldOut({ tryId, summary }: { readonly tryId: string; readonly summary: TrySummary }): ReactNode {
  const client = useQueryClient();
  const look = useMutation({
    mutationFn: () => callApi(workbenchRoutes.lookAtHeldOut, { params: { id: tryId } }),
    onSuccess: () => client.refetchQueries({ queryKey: verifierKeys.rows(tryId) }),
  });
  if (summary.heldOutLabels === 0)
    return <p className="px-3 py-3 text-sm text-text-2">{t('verifiers.heldOutNone')}</p>;
  return (
    <div className="flex flex-wrap items-center gap-3 px-3 py-3 text-sm">
      <p className="min-w-0 flex-1 basis-64 text-text-2">
        {summary.looks === 0
          ? t('verifiers.heldOutNever')
          : t('verifiers.heldOutBody', { looks: summary.looks })}
        {look.isError ? (
          <span role="alert" className="block text-err">
            <FailedLine error={look.error} />
          </span>
        ) : null}
      </p>
      <Button busy={look.isPending} onClick={() => look.mutate()}>
        {t('verifiers.look')}
      </Button>
    </div>
  );
}

function labelsOf({ before, after }: Comparison): number {
  return Math.max(before.n, after.n);
}
