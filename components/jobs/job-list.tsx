import type { ReactNode } from 'react';
import type { Job } from '../../lib/contracts/jobs.ts';
import { JobBar } from './job-progress.tsx';

const SHOWN = 10;

/** The newest jobs, those that run first. */
export function JobList({ jobs }: { readonly jobs: readonly Job[] }): ReactNode {
  return (
    <ul className="flex max-h-[60dvh] flex-col gap-3 overflow-y-auto">
      {jobs.slice(0, SHOWN).map((job) => (
        <li key={job.id} className="border-line border-b pb-2 last:border-b-0 last:pb-0">
          <JobBar job={job} />
        </li>
      ))}
    </ul>
  );
}
