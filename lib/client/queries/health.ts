import { queryOptions } from '@tanstack/react-query';
import { studioRoutes } from '../../contracts/rest-studio.ts';
import { callApi } from '../api.ts';

export function healthQuery() {
  return queryOptions({
    queryKey: ['health'] as const,
    queryFn: ({ signal }) => callApi(studioRoutes.health, {}, signal),
    staleTime: 60_000,
  });
}
