import { queryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query';
import { whoRoutes, type Who } from '../../contracts/rest-who.ts';
import { ApiError } from '../api-error.ts';
import { callApi } from '../api.ts';
import { setAsker } from '../asker.ts';
import { askTabs, bearer, setBearer } from '../bearer.ts';

export const peopleKeys = {
  all: ['people'] as const,
  who: (name: string) => [...peopleKeys.all, 'who', name] as const,
  list: () => [...peopleKeys.all, 'list'] as const,
  profiles: () => [...peopleKeys.all, 'profiles'] as const,
  invites: () => [...peopleKeys.all, 'invites'] as const,
  tokens: () => [...peopleKeys.all, 'tokens'] as const,
  signIns: () => [...peopleKeys.all, 'sign-ins'] as const,
  log: () => [...peopleKeys.all, 'log'] as const,
};

/** Asks the server who asks; `asker` knows it from then on. @throws ApiError */
export async function askWho(signal?: AbortSignal): Promise<Who> {
  const ask = () => callApi(whoRoutes.whoami, {}, signal);
  const who = await ask().catch((error: unknown) => {
    // The sign-in is over and forgotten: asked anew, it is a visitor who looks.
    if (error instanceof ApiError && error.code === 'unauthenticated') return ask();
    throw error;
  });
  setAsker(who);
  return who;
}

/** @param name what this browser says without accounts */
export function whoQuery(name: string) {
  return queryOptions({
    queryKey: peopleKeys.who(name),
    queryFn: async ({ signal, client }) => {
      const who = await askWho(signal);
      if (!who.accounts || who.person !== null || bearer() !== null) return who;
      const handed = await askTabs();
      if (handed === null) return who;
      setBearer(handed);
      // What was asked for meanwhile was refused.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== peopleKeys.all[0] });
      return askWho(signal);
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export function profilesQuery() {
  return queryOptions({
    queryKey: peopleKeys.profiles(),
    queryFn: ({ signal }) => callApi(whoRoutes.listProfiles, {}, signal),
  });
}

/** What one person was answered goes; what is on the screen is asked for as the next one. */
export function forgetAnswers(client: QueryClient): Promise<void> {
  return client.resetQueries({
    predicate: ({ queryKey }) => queryKey[0] !== peopleKeys.all[0] && queryKey[0] !== 'sign-in',
  });
}

/** All is asked anew, as of who it is now; but not the steps of signing in themselves: each is done once. */
export function askAnew(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'sign-in' });
}
