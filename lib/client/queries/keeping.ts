import { queryOptions } from '@tanstack/react-query';
import { keepingRoutes } from '../../contracts/rest-keeping.ts';
import { callApi } from '../api.ts';

export const keepingKeys = {
  all: ['keeping'] as const,
  bytes: ['keeping', 'bytes'] as const,
  deletions: ['keeping', 'deletions'] as const,
};

/** What the runs of each experiment take, and how long they are kept. */
export function keepingQuery() {
  return queryOptions({
    queryKey: keepingKeys.bytes,
    queryFn: ({ signal }) => callApi(keepingRoutes.getKeeping, {}, signal),
    staleTime: 30_000,
    retry: false,
  });
}

/** What can still be brought back, newest first. */
export function deletionsQuery() {
  return queryOptions({
    queryKey: keepingKeys.deletions,
    queryFn: ({ signal }) => callApi(keepingRoutes.listDeletions, {}, signal),
    staleTime: 0,
    // Each is there for some minutes only; those of a rule come while it works.
    refetchInterval: 10_000,
    retry: false,
  });
}
