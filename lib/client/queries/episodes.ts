import { queryOptions } from '@tanstack/react-query';
import { studioRoutes } from '../../contracts/rest-studio.ts';
import { callApi } from '../api.ts';

/** What is recorded of an episode as a whole. What it ran with does not change; how it ended may still come. */
export function episodeQuery(recordId: string) {
  return queryOptions({
    queryKey: ['episodes', recordId, 'record'] as const,
    queryFn: ({ signal }) => callApi(studioRoutes.getEpisode, { params: { id: recordId } }, signal),
    staleTime: 30_000,
  });
}
