import { queryOptions } from '@tanstack/react-query';
import { routes } from '../../contracts/rest.ts';
import { callApi } from '../api.ts';

export function healthQuery() {
  return queryOptions({
    queryKey: ['health'] as const,
    queryFn: ({ signal }) => callApi(routes.health, {}, signal),
    staleTime: 60_000,
  });
}
