import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { asker } from './asker.ts';
import { lookAgain } from './author.ts';
import { isSignInOver } from './refusals.ts';

const MAX_RETRIES = 2;

/** An answer with a code is final; only a server that does not answer is asked again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noticeSignInOver }),
    mutationCache: new MutationCache({ onError: noticeSignInOver }),
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

/** Refused as nobody while the page goes as somebody: their sign-in ended, and the page is to say so. */
function noticeSignInOver(error: Error): void {
  const known = asker();
  if (isSignInOver(error) && known !== undefined && known !== null) void lookAgain();
}
