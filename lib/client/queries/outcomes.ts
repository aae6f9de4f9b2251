import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { outcomeRoutes } from '../../contracts/rest-outcomes.ts';
import { callApi } from '../api.ts';

/** While runs that ended are still being sorted in. */
const PENDING_EVERY_MS = 1_000;
const FRESH_MS = 5_000;

export interface TaskRef {
  readonly scenario: string;
  readonly taskIdx: number;
}

export interface OutcomesAsked extends TaskRef {
  readonly passes: boolean;
  readonly version: string | null;
}

export const outcomeKeys = {
  all: ['outcomes'] as const,
  task: ({ scenario, taskIdx }: TaskRef) => [...outcomeKeys.all, scenario, taskIdx] as const,
  run: (id: string) => [...outcomeKeys.all, 'run', id] as const,
  statuses: ['task-statuses'] as const,
  history: ({ scenario, taskIdx }: TaskRef) => [...outcomeKeys.statuses, scenario, taskIdx] as const,
};

export function outcomesQuery({ scenario, taskIdx, passes, version }: OutcomesAsked) {
  return queryOptions({
    queryKey: [...outcomeKeys.task({ scenario, taskIdx }), 'list', passes, version],
    queryFn: ({ signal }) =>
      callApi(
        outcomeRoutes.getOutcomes,
        {
          params: { key: scenario, taskIdx },
          query: { passes: String(passes), ...(version !== null && { version }) },
        },
        signal,
      ),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.pending === true ? PENDING_EVERY_MS : false),
  });
}

export function outcomeQuery({ scenario, taskIdx }: TaskRef, state: string, version: string | null) {
  return queryOptions({
    queryKey: [...outcomeKeys.task({ scenario, taskIdx }), 'one', state, version],
    queryFn: ({ signal }) =>
      callApi(
        outcomeRoutes.getOutcome,
        { params: { key: scenario, taskIdx, state }, query: version === null ? {} : { version } },
        signal,
      ),
    staleTime: FRESH_MS,
  });
}

export function runOutcomeQuery(id: string) {
  return queryOptions({
    queryKey: outcomeKeys.run(id),
    queryFn: ({ signal }) => callApi(outcomeRoutes.getRunOutcome, { params: { id } }, signal),
    staleTime: FRESH_MS,
  });
}

export function taskStatusesQuery() {
  return queryOptions({
    queryKey: outcomeKeys.statuses,
    queryFn: ({ signal }) => callApi(outcomeRoutes.listTaskStatuses, {}, signal),
    staleTime: FRESH_MS,
  });
}

export function taskHistoryQuery({ scenario, taskIdx }: TaskRef) {
  return queryOptions({
    queryKey: outcomeKeys.history({ scenario, taskIdx }),
    queryFn: ({ signal }) =>
      callApi(outcomeRoutes.getTaskHistory, { params: { key: scenario, taskIdx } }, signal),
    staleTime: FRESH_MS,
  });
}
