import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { studioRoutes } from '../../contracts/rest-studio.ts';

/** 1,000 scenarios with their tasks are 4 MB. */
const LIST_EVERY_MS = 60_000;
const ONE_EVERY_MS = 10_000;

const scenarioKeys = {
  all: ['scenarios'] as const,
  list: () => [...scenarioKeys.all, 'list'] as const,
  one: (key: string) => [...scenarioKeys.all, 'one', key] as const,
  tools: (key: string) => [...scenarioKeys.all, 'tools', key] as const,
};

export function scenarioListQuery() {
  return queryOptions({
    queryKey: scenarioKeys.list(),
    queryFn: ({ signal }) => callApi(studioRoutes.listScenarios, {}, signal),
    staleTime: 30_000,
    // Checks run in the background; what they find shows up by itself.
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ findings }) => findings === null) === true ? LIST_EVERY_MS : false,
  });
}

export function scenarioQuery(key: string) {
  return queryOptions({
    queryKey: scenarioKeys.one(key),
    queryFn: ({ signal }) => callApi(studioRoutes.getScenario, { params: { key } }, signal),
    refetchInterval: ({ state }) => (state.data?.findings === null ? ONE_EVERY_MS : false),
  });
}

/** Starts the scenario where it is cold: up to a second. */
export function scenarioToolsQuery(key: string) {
  return queryOptions({
    queryKey: scenarioKeys.tools(key),
    queryFn: ({ signal }) => callApi(studioRoutes.getScenarioTools, { params: { key } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
