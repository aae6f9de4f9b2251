import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

const MAX_RETRIES = 2;

/** An answer with a code is final; only a server that does not answer is asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) =>
          !(error instanceof ApiError && error.code !== null) && failures < MAX_RETRIES,
      },
      mutations: { retry: false },
    },
  });
}
