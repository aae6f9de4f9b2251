import type { jobRoutes } from '../../lib/contracts/rest-jobs.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

/** A job's id is the key to it: its report names runs. */
export function jobHandlers({ jobs }: Pick<HttpContext, 'jobs'>): Pick<Handlers, keyof typeof jobRoutes> {
  return {
    listJobs: () => ({ items: [...jobs.list()] }),
    getJob: ({ params }) => jobs.get(params.id),
    getJobReport({ params, query }) {
      const { items, ...rest } = jobs.report(params.id, dropUndefined(query));
      return { items: [...items], ...rest };
    },
    cancelJob: ({ params }) => jobs.cancel(params.id),
  };
}
