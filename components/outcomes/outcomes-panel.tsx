'use client';

import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { type ReactNode, useId } from 'react';
import { t } from './messages.ts';
import { outcomesQuery, type TaskRef } from '../../lib/client/queries/outcomes.ts';
import type { Outcomes } from '../../lib/contracts/outcomes.ts';
import { FailedNotice } from '../blind/index.ts';
import { replaceUrl } from '../layout/url-link.tsx';
import { Button } from '../ui/button.tsx';
import { Loading } from '../ui/loading.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { OutcomeDetail } from './outcome-detail.tsx';
import { OutcomeItem } from './outcome-item.tsx';
import { QueueRuns } from './queue-runs.tsx';
import { ReferenceNote } from './reference-note.tsx';

/** Of a hash as much as the address needs to tell it from others of the task. */
const SHORT = 12;
const UNREADABLE = 'unreadable';

interface OutcomesPanelProps extends TaskRef {
  /** The outcome that is open where the address names none. */
  readonly initial?: string | null;
}

/**
 * The runs of a task by the rows that they left behind. The address holds which of them are counted (`runs=passes`), which
 * outcome is open (`outcome`) and of which version of the task (`version`).
 */
export function OutcomesPanel({ scenario, taskIdx, initial = null }: OutcomesPanelProps): ReactNode {
  const search = useSearchParams();
  const passes = search.get('runs') === 'passes';
  const version = search.get('version');
  const query = useQuery(outcomesQuery({ scenario, taskIdx, passes, version }));
  if (query.isPending) return <Loading what={t('outcomes.what')} />;
  if (query.data === undefined) {
    return (
      <FailedNotice
        error={query.error}
        title={t('outcomes.failed')}
        actions={<Button onClick={() => void query.refetch()}>{t('common.retry')}</Button>}
      />
    );
  }
  const outcomes = query.data;
  if (outcomes.allRuns === 0) {
    return (
      <p className="text-sm text-text-2">
        {t('outcomes.none')} {t('outcomes.noneHint')}
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-2">
        <p role="status" className="text-text-2">
          {t(passes ? 'outcomes.sumPasses' : 'outcomes.sum', { runs: outcomes.runs, ends: outcomes.ends })}
        </p>
        <span className="ml-auto">
          <QueueRuns scenario={scenario} taskIdx={taskIdx} end={null} passes={passes} />
        </span>
        <Segmented
          size="sm"
          label={t('outcomes.which')}
          value={passes ? 'passes' : 'all'}
          segments={[
            { value: 'all', label: t('outcomes.allRuns') },
            { value: 'passes', label: t('outcomes.onlyPasses') },
          ]}
          onChange={(which) => replaceUrl({ runs: which === 'passes' ? 'passes' : null })}
        />
      </div>
      <Versions outcomes={outcomes} />
      {outcomes.pending ? <p className="px-2 text-text-2 text-xs">{t('outcomes.pending')}</p> : null}
      {outcomes.items.length === 0 ? <p className="px-2 text-text-2">{t('outcomes.noPasses')}</p> : null}
      <List
        scenario={scenario}
        taskIdx={taskIdx}
        outcomes={outcomes}
        passes={passes}
        opened={search.get('outcome') ?? initial?.slice(0, SHORT) ?? null}
      />
      {outcomes.more === 0 ? null : (
        <p className="px-2 text-text-2">
          {t('outcomes.more', { count: outcomes.more, runs: outcomes.moreRuns })}
        </p>
      )}
      <ReferenceNote reference={outcomes.reference} />
    </div>
  );
}

interface ListProps extends TaskRef {
  readonly outcomes: Outcomes;
  readonly passes: boolean;
  readonly opened: string | null;
}

function List({ scenario, taskIdx, outcomes, passes, opened }: ListProps): ReactNode {
  const id = useId();
  const most = Math.max(...outcomes.items.map(({ runs }) => runs));
  return (
    <ul aria-label={t('outcomes.allOf')} className="flex flex-col gap-0.5">
      {outcomes.items.map((outcome) => {
        const name = outcome.state?.slice(0, SHORT) ?? UNREADABLE;
        const isOpen = name === opened;
        const detailId = `${id}${name}`;
        return (
          <li key={name}>
            <OutcomeItem
              outcome={outcome}
              reference={outcomes.reference}
              most={most}
              open={isOpen}
              // An empty name: none, though one is open at first.
              onToggle={() => replaceUrl({ outcome: isOpen ? '' : name })}
              detailId={detailId}
            />
            {isOpen ? (
              <div id={detailId}>
                <OutcomeDetail
                  scenario={scenario}
                  taskIdx={taskIdx}
                  outcomes={outcomes}
                  outcome={outcome}
                  passes={passes}
                />
              </div>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function Versions({ outcomes }: { readonly outcomes: Outcomes }): ReactNode {
  const id = useId();
  if (outcomes.versions.length < 2) return null;
  return (
    <p className="flex items-center gap-2 px-2">
      <label htmlFor={id} className="shrink-0 text-text-2">
        {t('outcomes.version')}
      </label>
      <select
        id={id}
        value={outcomes.version ?? ''}
        onChange={(event) => replaceUrl({ version: event.target.value, outcome: null })}
        className="h-control min-w-0 rounded-1 border border-line-control bg-surface px-1 text-text"
      >
        {outcomes.versions.map(({ version, runs, newest }) => (
          <option key={version} value={version}>
            {t(newest ? 'outcomes.newest' : 'outcomes.earlier', {
              version: version.slice(0, 6),
              count: runs,
            })}
          </option>
        ))}
      </select>
    </p>
  );
}
