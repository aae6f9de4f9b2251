import { queryOptions } from '@tanstack/react-query';
import type { Job, JobLine } from '../../contracts/jobs.ts';
import { jobRoutes } from '../../contracts/rest-jobs.ts';
import { ApiError } from '../api-error.ts';
import { callApi } from '../api.ts';

const RUNNING_EVERY_MS = 500;
const IDLE_EVERY_MS = 10_000;

export const jobKeys = {
  all: ['jobs'] as const,
  list: () => [...jobKeys.all, 'list'] as const,
  one: (id: string) => [...jobKeys.all, 'one', id] as const,
  report: (id: string, outcome: JobLine['outcome'] | null, offset: number) =>
    [...jobKeys.one(id), 'report', outcome, offset] as const,
};

export function isOver({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'waiting' && state !== 'running';
}

/** One job; asked for twice a second until it is over. */
export function jobQuery(id: string) {
  return queryOptions({
    queryKey: jobKeys.one(id),
    queryFn: ({ signal }) => callApi(jobRoutes.getJob, { params: { id } }, signal),
    staleTime: ({ state }) => (state.data !== undefined && isOver(state.data) ? Number.POSITIVE_INFINITY : 0),
    refetchInterval: ({ state }) =>
      state.status === 'error' || (state.data !== undefined && isOver(state.data)) ? false : RUNNING_EVERY_MS,
  });
}

/** All jobs, newest first; asked for seldom while none runs. */
export function jobListQuery() {
  return queryOptions({
    queryKey: jobKeys.list(),
    queryFn: ({ signal }) => callApi(jobRoutes.listJobs, {}, signal),
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      // Closed to strangers on a public server: it stays so.
      if (state.error instanceof ApiError && state.error.code === 'forbidden') return false;
      return state.data?.items.some((job) => !isOver(job)) === true ? RUNNING_EVERY_MS : IDLE_EVERY_MS;
    },
  });
}
