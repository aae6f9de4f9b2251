import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RunPage } from '../../contracts/runs.ts';
import { runRoutes } from '../../contracts/rest-runs.ts';
import { callApi } from '../api.ts';

/** Rows that are asked for at once; the table's rows are numbered in windows of so many. */
export const RUN_WINDOW = 100;

const KEPT_MS = 5 * 60_000;
const REVISION_EVERY_MS = 3_000;
const RUNNING_EVERY_MS = 2_000;

export const runKeys = {
  all: ['runs'] as const,
  lists: () => [...runKeys.all, 'list'] as const,
  window: (q: string, epoch: number, window: number) => [...runKeys.lists(), q, epoch, window] as const,
  facets: (q: string, epoch: number) => [...runKeys.all, 'facets', q, epoch] as const,
  curves: (q: string, epoch: number) => [...runKeys.all, 'curves', q, epoch] as const,
  revision: (q: string) => [...runKeys.all, 'revision', q] as const,
  one: (id: string) => [...runKeys.all, 'one', id] as const,
  views: () => [...runKeys.all, 'views'] as const,
  messages: (id: string) => [...runKeys.one(id), 'messages'] as const,
};

/** A page of the run table, with what it is a page of. */
export interface RunWindow {
  readonly q: string;
  readonly epoch: number;
  readonly page: RunPage;
}

/**
 * One window of the runs that match, as they were when it was first asked for in this `epoch`: what comes later is announced,
 * not pushed between rows that somebody looks at.
 */
export function runWindowQuery(q: string, epoch: number, window: number) {
  return queryOptions({
    queryKey: runKeys.window(q, epoch, window),
    queryFn: async ({ signal }): Promise<RunWindow> => {
      const query = { q, offset: window * RUN_WINDOW, limit: RUN_WINDOW };
      return { q, epoch, page: await callApi(runRoutes.listRuns, { query }, signal) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
}

export function runFacetsQuery(q: string, epoch: number) {
  return queryOptions({
    queryKey: runKeys.facets(q, epoch),
    queryFn: ({ signal }) => callApi(runRoutes.getRunFacets, { query: { q } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
}

export function runCurvesQuery(q: string, epoch: number) {
  return queryOptions({
    queryKey: runKeys.curves(q, epoch),
    queryFn: ({ signal }) => callApi(runRoutes.getRunCurves, { query: { q } }, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  });
}

/** What the library has come to since; asked for while the page is in sight. */
export function runRevisionQuery(q: string) {
  return queryOptions({
    queryKey: runKeys.revision(q),
    queryFn: ({ signal }) => callApi(runRoutes.getRunRevision, { query: { q } }, signal),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? false : REVISION_EVERY_MS),
  });
}

/** One run; asked for again while it runs. */
export function runQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.one(id),
    queryFn: ({ signal }) => callApi(runRoutes.getRun, { params: { id } }, signal),
    staleTime: 5_000,
    refetchInterval: ({ state }) =>
      state.data !== undefined && state.data.endReason === null ? RUNNING_EVERY_MS : false,
  });
}

export function runViewsQuery() {
  return queryOptions({
    queryKey: runKeys.views(),
    queryFn: ({ signal }) => callApi(runRoutes.listViews, {}, signal),
    staleTime: 10_000,
  });
}
