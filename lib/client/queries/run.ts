import { queryOptions } from '@tanstack/react-query';
import { artifactRoutes } from '../../contracts/rest-artifacts.ts';
import { branchRoutes } from '../../contracts/rest-branches.ts';
import { studioRoutes } from '../../contracts/rest-studio.ts';
import { runRoutes } from '../../contracts/rest-runs.ts';
import { callApi } from '../api.ts';

/** A running episode is asked for again so often. */
const FOLLOW_MS = 2_000;
const FRESH_MS = 10_000;
/** On either side of a place in a list. */
const NEAR = 100;

export const runKeys = {
  one: (id: string) => ['run', id] as const,
  steps: (id: string) => [...runKeys.one(id), 'steps'] as const,
  episode: (id: string) => [...runKeys.one(id), 'episode'] as const,
  row: (id: string) => [...runKeys.one(id), 'row'] as const,
  notes: (id: string) => [...runKeys.one(id), 'notes'] as const,
  labels: (id: string) => [...runKeys.one(id), 'labels'] as const,
  messages: (id: string) => [...runKeys.one(id), 'messages'] as const,
  replay: (id: string) => [...runKeys.one(id), 'replay'] as const,
  lineage: (id: string) => [...runKeys.one(id), 'lineage'] as const,
};

/** What is recorded of a run as a whole; followed while it runs. */
export function runEpisodeQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.episode(id),
    queryFn: ({ signal }) => callApi(studioRoutes.getEpisode, { params: { id } }, signal),
    refetchInterval: ({ state }) => (state.data?.endReason === null ? FOLLOW_MS : false),
    staleTime: FRESH_MS,
  });
}

/** The run as the table of runs shows it: verdicts by mode, labels, what is suspicious. */
export function runRowQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.row(id),
    queryFn: ({ signal }) => callApi(runRoutes.getRun, { params: { id } }, signal),
    staleTime: FRESH_MS,
  });
}

export function notesQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.notes(id),
    queryFn: ({ signal }) => callApi(runRoutes.listNotes, { params: { id } }, signal),
    staleTime: FRESH_MS,
  });
}

export function labelsQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.labels(id),
    queryFn: ({ signal }) => callApi(runRoutes.listLabels, { params: { id } }, signal),
    staleTime: FRESH_MS,
  });
}

/** The agent's log that was attached, aligned with the steps. */
export function messagesQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.messages(id),
    queryFn: ({ signal }) => callApi(artifactRoutes.getMessages, { params: { id } }, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

export function replayQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.replay(id),
    queryFn: ({ signal }) => callApi(branchRoutes.getReplay, { params: { id } }, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

export function lineageQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.lineage(id),
    queryFn: ({ signal }) => callApi(branchRoutes.getLineage, { params: { id } }, signal),
    staleTime: FRESH_MS,
    retry: false,
  });
}

/** Runs around a place in a list, to find a run's neighbours. */
export function runsNearQuery(q: string, at: number) {
  const offset = Math.max(0, at - NEAR);
  return queryOptions({
    queryKey: ['runs', 'near', q, offset] as const,
    queryFn: ({ signal }) => callApi(runRoutes.listRuns, { query: { q, offset, limit: 2 * NEAR } }, signal),
    staleTime: 60_000,
  });
}
