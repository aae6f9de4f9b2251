import { queryOptions } from '@tanstack/react-query';
import { toLiveStep, type LiveStep } from '../../contracts/live.ts';
import type { RouteAnswer } from '../../contracts/rest.ts';
import { studioRoutes } from '../../contracts/rest-studio.ts';
import { callApi } from '../api.ts';
import { rememberedSessions } from '../remembered-sessions.ts';

const LIST_EVERY_MS = 2_000;

const sessionKeys = {
  all: ['sessions'] as const,
  list: () => [...sessionKeys.all, 'list'] as const,
  one: (id: string) => [...sessionKeys.all, 'one', id] as const,
  tools: (id: string, recordId: string | null) => [...sessionKeys.all, 'tools', id, recordId] as const,
  step: (recordId: string, seq: number) => ['episodes', recordId, 'step', seq] as const,
};

export function sessionListQuery() {
  return queryOptions({
    queryKey: sessionKeys.list(),
    queryFn: ({ signal }) =>
      callApi(studioRoutes.listSessions, { query: { ids: rememberedSessions().join(',') } }, signal),
    refetchInterval: LIST_EVERY_MS,
    staleTime: 0,
  });
}

/** What the session was when its page opened; what comes after arrives over the live connection. */
export function sessionQuery(id: string) {
  return queryOptions({
    queryKey: sessionKeys.one(id),
    queryFn: ({ signal }) => callApi(studioRoutes.getSession, { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Of the session's episode: a reset may be to another scenario, or to its file as it is now. */
export function sessionToolsQuery(id: string, recordId: string | null) {
  return queryOptions({
    queryKey: sessionKeys.tools(id, recordId),
    queryFn: ({ signal }) => callApi(studioRoutes.getSessionTools, { params: { id } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** One step with its whole texts. */
export function wholeStepQuery(recordId: string, seq: number) {
  return queryOptions({
    queryKey: sessionKeys.step(recordId, seq),
    queryFn: async ({ signal }) => {
      const query = { from: seq, to: seq };
      const { items } = await callApi(
        studioRoutes.getEpisodeSteps,
        { params: { id: recordId }, query },
        signal,
      );
      return items[0] ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });
}

/** All steps of an episode so far, page by page. */
export async function fetchSteps(recordId: string, signal?: AbortSignal): Promise<readonly LiveStep[]> {
  const steps: LiveStep[] = [];
  let from: number | null = 1;
  while (from !== null) {
    const request = { params: { id: recordId }, query: { from } };
    const page: RouteAnswer<typeof studioRoutes.getEpisodeSteps> = await callApi(
      studioRoutes.getEpisodeSteps,
      request,
      signal,
    );
    steps.push(...page.items.map(toLiveStep));
    from = page.nextFrom;
  }
  return steps;
}
