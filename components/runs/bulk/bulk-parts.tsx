'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '../messages.ts';
import type { RunSelection, RunTarget } from '../../../lib/contracts/runs.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorLine } from '../../ui/error-line.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ExperimentStep } from '../table/columns.tsx';
import { VerdictMark } from '../table/marks.tsx';
import { fixSelection } from './fix-selection.ts';
import type { BulkDialogState } from './use-run-actions.ts';

export interface BulkDialogProps {
  readonly state: BulkDialogState;
  readonly query: string;
  readonly onClose: () => void;
  /** The runs were changed. */
  readonly onChanged: () => void;
  readonly onSelect: (selection: RunSelection) => void;
}

/** The set of runs as the server has fixed it. */
export function useFixed(target: RunTarget) {
  return useQuery({
    queryKey: ['runs', 'fixed', target] as const,
    queryFn: ({ signal }) => fixSelection(target, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

const SHOWN = 3;

/** How many runs of how many tasks, and the first of them. */
export function Preview({ fixed }: { readonly fixed: ReturnType<typeof useFixed> }): ReactNode {
  const selection = fixed.data;
  if (selection === undefined) {
    return fixed.isPending ? (
      <Loading what={t('runs.actions.counting')} className="min-h-5 text-sm text-text-2" />
    ) : (
      <ErrorLine>{t('runs.selection.failed', { why: fixed.error.message })}</ErrorLine>
    );
  }
  return (
    <div className="text-sm">
      <p className="font-medium">
        {t('runs.actions.about', { count: selection.count, tasks: selection.tasks })}
      </p>
      {selection.sample.length === 0 ? null : (
        <>
          <p className="mt-1 text-text-2 text-xs">{t('runs.actions.first')}</p>
          <ul>
            {selection.sample.slice(0, SHOWN).map((run) => (
              <li key={run.id} className="flex min-w-0 items-baseline gap-2">
                <span className="font-mono text-text-2">{run.id.slice(0, 6)}</span>
                <span className="min-w-0 flex-1 truncate" title={run.task ?? undefined}>
                  {run.scenario}
                  {run.taskIdx === null ? null : ` · ${t('runs.taskOf', { index: run.taskIdx })}`}
                </span>
                <span className="max-w-28 truncate [&>span]:flex-row [&>span]:gap-1">
                  <ExperimentStep run={run} />
                </span>
                <VerdictMark verdict={run.verdict} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The failure of what was begun. */
export function Failed({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  return <ErrorLine>{t('runs.actions.failed', { why: error.message })}</ErrorLine>;
}

export function CloseButton({ onClose }: { readonly onClose: () => void }): ReactNode {
  return <Button onClick={onClose}>{t('runs.actions.close')}</Button>;
}
