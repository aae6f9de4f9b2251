import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import { peopleRoutes } from '../../contracts/rest-people.ts';
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
      const ask = () => callApi(peopleRoutes.whoami, {}, signal);
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

export function peopleQuery() {
  return queryOptions({
    queryKey: peopleKeys.list(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listPeople, {}, signal),
  });
}

export function profilesQuery() {
  return queryOptions({
    queryKey: peopleKeys.profiles(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listProfiles, {}, signal),
  });
}

export function invitesQuery() {
  return queryOptions({
    queryKey: peopleKeys.invites(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listInvites, {}, signal),
  });
}

export function tokensQuery() {
  return queryOptions({
    queryKey: peopleKeys.tokens(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listTokens, { query: {} }, signal),
  });
}

export function signInsQuery() {
  return queryOptions({
    queryKey: peopleKeys.signIns(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listSignIns, {}, signal),
  });
}

export function accessLogQuery() {
  return queryOptions({
    queryKey: peopleKeys.log(),
    queryFn: ({ signal }) => callApi(peopleRoutes.listAccessLog, { query: {} }, signal),
  });
}
