import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api.ts';
import { routes } from '../../contracts/rest.ts';

const scenarioKeys = {
  all: ['scenarios'] as const,
  list: () => [...scenarioKeys.all, 'list'] as const,
  one: (key: string) => [...scenarioKeys.all, 'one', key] as const,
  tools: (key: string) => [...scenarioKeys.all, 'tools', key] as const,
};

export function scenarioListQuery() {
  return queryOptions({
    queryKey: scenarioKeys.list(),
    queryFn: ({ signal }) => callApi(routes.listScenarios, {}, signal),
    staleTime: 30_000,
  });
}

export function scenarioQuery(key: string) {
  return queryOptions({
    queryKey: scenarioKeys.one(key),
    queryFn: ({ signal }) => callApi(routes.getScenario, { params: { key } }, signal),
  });
}

/** Starts the scenario where it is cold: up to a second. */
export function scenarioToolsQuery(key: string) {
  return queryOptions({
    queryKey: scenarioKeys.tools(key),
    queryFn: ({ signal }) => callApi(routes.getScenarioTools, { params: { key } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
