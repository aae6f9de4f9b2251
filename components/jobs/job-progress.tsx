'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { callApi } from '../../lib/client/api.ts';
import { formatDuration, formatNumber } from '../../lib/client/format.ts';
import { t } from './messages.ts';
import { isOver, jobKeys, jobQuery } from '../../lib/client/queries/jobs.ts';
import type { Job } from '../../lib/contracts/jobs.ts';
import { jobRoutes } from '../../lib/contracts/rest-jobs.ts';
import { May } from '../identity/index.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Loading } from '../ui/loading.tsx';
import { Progress } from '../ui/progress.tsx';
import { showToast } from '../ui/toast.ts';
import { JobReport } from './job-report.tsx';
import { FailedLine } from '../blind/index.ts';

interface JobProgressProps {
  readonly id: string;
  /** Called once, when it is over: what it changed is worth asking for again. */
  readonly onEnd?: (job: Job) => void;
  /** Without the report and its lines. */
  readonly brief?: boolean;
}

/** How far a job is, what it works on, and its report, what failed first. */
export function JobProgress({ id, onEnd, brief = false }: JobProgressProps): ReactNode {
  const query = useQuery(jobQuery(id));
  const job = query.data;
  const over = job !== undefined && isOver(job);
  const tell = useEffectEvent(() => {
    if (job !== undefined) onEnd?.(job);
  });
  useEffect(() => {
    if (over) tell();
  }, [over]);
  if (job === undefined) {
    if (query.isPending) return <Loading what={t('jobs.what')} className="text-sm text-text-2" />;
    return (
      <p role="alert" className="text-sm text-err">
        <FailedLine error={query.error} />
      </p>
    );
  }
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <JobBar job={job} />
      {brief ? null : <JobReport job={job} />}
    </div>
  );
}

/** The bar of a job with its counts, and its stop. */
export function JobBar({ job }: { readonly job: Job }): ReactNode {
  const { state, done, total, ok, warnings, failed, skipped } = job;
  const over = isOver(job);
  return (
    <div className="flex min-w-0 flex-col gap-1 text-sm">
      <Progress
        label={job.title}
        value={over && state === 'done' ? 1 : total === null ? (over ? 0 : null) : done}
        max={over && state === 'done' ? 1 : (total ?? 1)}
        text={
          total === null
            ? t(over ? 'jobs.inAll' : 'jobs.soFar', { done: formatNumber(done) })
            : t('jobs.of', { done: formatNumber(done), total: formatNumber(total) })
        }
      />
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <StateWords job={job} />
        {ok + warnings + failed + skipped === 0 ? null : (
          <span className="text-text-2">
            {t('jobs.counts', {
              ok: formatNumber(ok),
              warnings: formatNumber(warnings),
              failed: formatNumber(failed),
              skipped: formatNumber(skipped),
            })}
          </span>
        )}
        {over ? null : (
          <May needs="run">
            <CancelJob id={job.id} />
          </May>
        )}
      </div>
      {over || job.now === null ? null : (
        <p className="truncate text-text-2 text-xs" title={job.now}>
          {t('jobs.now', { what: job.now })}
        </p>
      )}
      {job.error === null ? null : (
        <p role="alert" className="text-err wrap-anywhere">
          <span aria-hidden="true">✕ </span>
          {job.error}
        </p>
      )}
    </div>
  );
}

const LOOKS = {
  waiting: { glyph: '○', colour: 'text-text-2' },
  running: { glyph: '●', colour: 'text-accent' },
  done: { glyph: '✓', colour: 'text-ok' },
  failed: { glyph: '✕', colour: 'text-err' },
  cancelled: { glyph: '■', colour: 'text-warn' },
} as const;

function StateWords({ job }: { readonly job: Job }): ReactNode {
  const { glyph, colour } = LOOKS[job.state];
  const tookMs = job.startedAtMs === null || job.endedAtMs === null ? null : job.endedAtMs - job.startedAtMs;
  return (
    <span role="status" className="font-medium">
      <span aria-hidden="true" className={cx('mr-1', colour)}>
        {glyph}
      </span>
      {t(`jobs.state.${job.state}`)}
      {tookMs === null ? null : (
        <span className="font-normal text-text-2"> · {t('jobs.took', { time: formatDuration(tookMs) })}</span>
      )}
    </span>
  );
}

function CancelJob({ id }: { readonly id: string }): ReactNode {
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => callApi(jobRoutes.cancelJob, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: jobKeys.all }),
    onError: (error) => showToast({ tone: 'err', text: t('jobs.cancelFailed', { why: error.message }) }),
  });
  return (
    <Button size="sm" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      {t('jobs.cancel')}
    </Button>
  );
}
