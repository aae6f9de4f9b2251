import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/client/api.ts';
import { pairsRoutes } from '../../../lib/contracts/annotation/rest-pairs.ts';

export const pairKeys = {
  sets: (project: string | null) => ['pair-sets', project] as const,
  fixes: (project: string) => ['fixes', project] as const,
  attempts: (assignment: string) => ['fix-attempts', assignment] as const,
};

export function pairSetsQuery(project: string | null) {
  return queryOptions({
    queryKey: pairKeys.sets(project),
    queryFn: ({ signal }) =>
      callApi(pairsRoutes.listPairSets, { query: project === null ? {} : { project } }, signal),
    retry: false,
  });
}

/** A kept set never changes. */
export function pairSetQuery(id: string, offset: number, limit: number) {
  return queryOptions({
    queryKey: ['pair-set', id, offset, limit] as const,
    queryFn: ({ signal }) =>
      callApi(pairsRoutes.getPairSet, { params: { id }, query: { offset, limit } }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Verifiers are asked of what was given in meanwhile. */
export function fixesQuery(project: string) {
  return queryOptions({
    queryKey: pairKeys.fixes(project),
    queryFn: ({ signal }) => callApi(pairsRoutes.listFixes, { query: { project, limit: 200 } }, signal),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** A play in another tab goes on meanwhile. */
export function attemptsQuery(assignment: string) {
  return queryOptions({
    queryKey: pairKeys.attempts(assignment),
    queryFn: ({ signal }) => callApi(pairsRoutes.listFixAttempts, { params: { id: assignment } }, signal),
    refetchInterval: 3_000,
    retry: false,
  });
}

export function fixQueuesQuery() {
  return queryOptions({
    queryKey: ['fix-queues'] as const,
    queryFn: ({ signal }) => callApi(pairsRoutes.listFixQueues, { query: {} }, signal),
    retry: false,
  });
}
