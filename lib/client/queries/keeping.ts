import { queryOptions } from '@tanstack/react-query';
import { keepingRoutes } from '../../contracts/rest-keeping.ts';
import { callApi } from '../api.ts';

export const keepingKeys = { all: ['keeping'] as const };

/** What the runs of each experiment take, and how long they are kept. */
export function keepingQuery() {
  return queryOptions({
    queryKey: keepingKeys.all,
    queryFn: ({ signal }) => callApi(keepingRoutes.getKeeping, {}, signal),
    staleTime: 30_000,
    retry: false,
  });
}
