'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from './messages.ts';
import { isOver, jobListQuery } from '../../lib/client/queries/jobs.ts';
import type { Job } from '../../lib/contracts/jobs.ts';
import { useWho } from '../identity/index.ts';
import { Button } from '../ui/button.tsx';
import { createLazyPart } from '../ui/lazy-part.ts';
import { Popover } from '../ui/popover.tsx';

const list = createLazyPart(async () => (await import('./job-list.tsx')).JobList);

/** In the top bar while any job runs: how many, and the list of them. */
export function JobsIndicator(): ReactNode {
  const who = useWho();
  // Who may not see runs is told of no job; and what nobody may is not asked before it is known who looks.
  const query = useQuery({ ...jobListQuery(), enabled: who?.permissions.includes('read') === true });
  const jobs = query.data?.items ?? [];
  const running = jobs.filter((job) => !isOver(job)).length;
  if (running === 0) return null;
  return (
    <Popover
      label={t('jobs.list')}
      align="end"
      className="w-[min(440px,calc(100vw-16px))]"
      trigger={(props) => (
        <Button size="sm" {...props}>
          <span aria-hidden="true" className="text-accent">
            ●
          </span>
          {t('jobs.running', { count: running })}
        </Button>
      )}
    >
      {() => <Listed jobs={jobs} />}
    </Popover>
  );
}

function Listed({ jobs }: { readonly jobs: readonly Job[] }): ReactNode {
  const part = list.usePart();
  return part.state === 'ready' ? <part.part jobs={jobs} /> : null;
}
