'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { outcomesQuery, runOutcomeQuery } from '../../lib/client/queries/outcomes.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Loading } from '../ui/loading.tsx';
import { ReferenceNote } from './reference-note.tsx';
import { outcomesHref } from './outcomes-href.ts';
import { sayAgainst, sayOutcome } from './words.ts';
import { FailedLine } from '../blind/index.ts';

/** Which outcome of its task a run is one of, and how that stands beside the reference; the way to all of them. */
export function RunOutcome({ runId }: { readonly runId: string }): ReactNode {
  const run = useQuery(runOutcomeQuery(runId));
  const { scenario = '', taskIdx = null, version = null, state = null } = run.data ?? {};
  const outcomes = useQuery({
    ...outcomesQuery({ scenario, taskIdx: taskIdx ?? 0, passes: false, version }),
    enabled: taskIdx !== null && version !== null,
  });
  if (run.isPending || (outcomes.isPending && version !== null)) return <Loading what={t('outcomes.what')} />;
  if (run.data === undefined)
    return (
      <p className="text-text-2">
        <FailedLine error={run.error} />
      </p>
    );
  if (taskIdx === null || version === null) return <p className="text-text-2">{t('outcomes.ofRunNone')}</p>;
  const outcome = outcomes.data?.items.find((each) => each.state === state);
  return (
    <div className="flex flex-col gap-1 text-sm">
      {state === null ? (
        <p className="text-text-2">{t('outcomes.ofRunUnknown')}</p>
      ) : outcome === undefined ? null : (
        <>
          <p className="wrap-anywhere">{sayOutcome(outcome)}</p>
          <p className="text-text-2">
            {[t('outcomes.runs', { count: outcome.runs }), ...sayAgainst(outcome)].join(' · ')}
          </p>
          <ReferenceNote reference={outcomes.data?.reference ?? null} />
        </>
      )}
      <p>
        <NavLink href={outcomesHref({ scenario, taskIdx }, { state })} className="text-accent underline">
          {t('outcomes.toTask')}
        </NavLink>
      </p>
    </div>
  );
}
