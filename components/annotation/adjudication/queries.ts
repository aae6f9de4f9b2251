import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../../lib/client/api.ts';
import { adjudicationRoutes } from '../../../lib/contracts/annotation/rest-adjudication.ts';

export type Show = 'todo' | 'decided';

const keys = {
  list: (project: string) => ['disagreements', project] as const,
  item: (item: string) => ['disagreement', item] as const,
};
export const disagreementsKey = keys.list;
export const disagreementKey = keys.item;

/** Others decide too: it is asked for again now and then. */
const EVERY_MS = 20_000;

export function disagreementsQuery(project: string, show: Show) {
  return queryOptions({
    queryKey: [...keys.list(project), show] as const,
    queryFn: ({ signal }) =>
      callApi(adjudicationRoutes.listDisagreements, { params: { id: project }, query: { show } }, signal),
    refetchInterval: EVERY_MS,
    retry: false,
  });
}

/** Opening it takes it in hand where it is free; else it is only read. */
export function disagreementQuery(item: string, take: boolean) {
  return queryOptions({
    queryKey: [...keys.item(item), take] as const,
    queryFn: ({ signal }) =>
      take
        ? callApi(adjudicationRoutes.holdDisagreement, { params: { item }, body: {} }, signal)
        : callApi(adjudicationRoutes.getDisagreement, { params: { item } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  });
}

/** How far the project's labels agree; worked out beside the server's own work, so not with every item. */
export function figuresQuery(project: string) {
  return queryOptions({
    queryKey: ['disagreement-figures', project] as const,
    queryFn: ({ signal }) =>
      callApi(adjudicationRoutes.getDisagreementFigures, { params: { id: project } }, signal),
    staleTime: 60_000,
    retry: false,
  });
}
