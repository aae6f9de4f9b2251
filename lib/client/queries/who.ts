import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import { whoRoutes } from '../../contracts/rest-who.ts';
import { ApiError } from '../api-error.ts';
import { callApi } from '../api.ts';
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

/** @param name what this browser says without accounts */
export function whoQuery(name: string) {
  return queryOptions({
    queryKey: peopleKeys.who(name),
    queryFn: async ({ signal, client }) => {
      const ask = () => callApi(whoRoutes.whoami, {}, signal);
      const who = await ask().catch((error: unknown) => {
        // The sign-in is over and forgotten: asked anew, it is a visitor who looks.
        if (error instanceof ApiError && error.code === 'unauthenticated') return ask();
        throw error;
      });
      if (!who.accounts || who.person !== null || bearer() !== null) return who;
      const handed = await askTabs();
      if (handed === null) return who;
      setBearer(handed);
      // What was asked for meanwhile was refused.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== peopleKeys.all[0] });
      return ask();
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
