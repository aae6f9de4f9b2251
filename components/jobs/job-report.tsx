'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { isOver, jobKeys } from '../../lib/client/queries/jobs.ts';
import type { Job, JobLine } from '../../lib/contracts/jobs.ts';
import { jobRoutes } from '../../lib/contracts/rest-jobs.ts';
import { NavLink } from '../layout/nav-link.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Disclosure } from '../ui/disclosure.tsx';
import { Loading } from '../ui/loading.tsx';
import { FailedLine } from '../blind/index.ts';

const GLYPHS = {
  failed: { glyph: '✕', colour: 'text-err' },
  warning: { glyph: '!', colour: 'text-warn' },
  skipped: { glyph: '–', colour: 'text-text-2' },
  ok: { glyph: '✓', colour: 'text-ok' },
} as const;

/** What a job says of each of its parts: what failed first, then what is worth a look. */
export function JobReport({ job }: { readonly job: Job }): ReactNode {
  const groups = [
    { outcome: 'failed', count: job.failed },
    { outcome: 'warning', count: job.warnings },
    { outcome: 'skipped', count: job.skipped },
    { outcome: 'ok', count: job.ok },
  ] as const;
  const some = groups.filter(({ count }) => count > 0);
  if (some.length === 0) return null;
  return (
    <section aria-label={t('jobs.report')} className="flex min-w-0 flex-col gap-1">
      {some.map(({ outcome, count }, index) => (
        <Disclosure
          // Opens by itself once the job is over.
          key={`${outcome}/${String(isOver(job))}`}
          defaultOpen={index === 0 && outcome !== 'ok' && isOver(job)}
          summary={
            <span>
              <span aria-hidden="true" className={cx('mr-1 font-bold', GLYPHS[outcome].colour)}>
                {GLYPHS[outcome].glyph}
              </span>
              {t(`jobs.outcome.${outcome}`, { count })}
            </span>
          }
        >
          <Lines job={job} outcome={outcome} />
        </Disclosure>
      ))}
    </section>
  );
}

function Lines({ job, outcome }: { readonly job: Job; readonly outcome: JobLine['outcome'] }): ReactNode {
  const query = useInfiniteQuery({
    // While the job runs, lines come: what is read again is what it was, and more.
    queryKey: [...jobKeys.report(job.id, outcome, 0), isOver(job) ? 'over' : job.done],
    queryFn: ({ pageParam, signal }) =>
      callApi(
        jobRoutes.getJobReport,
        { params: { id: job.id }, query: { outcome, offset: pageParam } },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, page) => sum + page.items.length, 0);
      return last.items.length > 0 && read < last.total ? read : undefined;
    },
    placeholderData: (previous) => previous,
  });
  const pages = query.data?.pages;
  if (pages === undefined) {
    return query.error === null ? (
      <Loading what={t('jobs.reportWhat')} className="px-2 py-1 text-sm text-text-2" />
    ) : (
      <p role="alert" className="px-2 py-1 text-err text-sm">
        {t('jobs.reportFailed')} <FailedLine error={query.error} />
      </p>
    );
  }
  const lines = pages.flatMap(({ items }) => items);
  const total = pages[0]?.total ?? 0;
  const lost = pages[0]?.more ?? 0;
  return (
    <div tabIndex={0} role="group" aria-label={t('jobs.report')} className="max-h-56 overflow-y-auto py-1">
      <ul className="text-sm">
        {lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </ul>
      {query.hasNextPage ? (
        <Button size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('jobs.more', { count: formatNumber(total - lines.length) })}
        </Button>
      ) : null}
      {lost === 0 ? null : (
        <p className="px-2 text-text-2">{t('jobs.lost', { count: formatNumber(lost) })}</p>
      )}
    </div>
  );
}

function Line({ line }: { readonly line: JobLine }): ReactNode {
  return (
    <li className="flex min-w-0 flex-wrap items-baseline gap-x-2 border-line border-b px-2 py-1 last:border-b-0">
      <span className="font-mono wrap-anywhere">{line.subject}</span>
      <span className="min-w-0 flex-1 text-text-2 wrap-anywhere">{line.message}</span>
      {line.run === null ? null : (
        <NavLink href={`/runs/${line.run}`} className="shrink-0 text-accent underline">
          {t('jobs.openRun', { id: line.run.slice(0, 6) })}
        </NavLink>
      )}
    </li>
  );
}
