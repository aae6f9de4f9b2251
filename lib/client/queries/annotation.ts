import { adjudicationRoutes } from '../../contracts/annotation/rest-adjudication.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { labellingRoutes } from '../../contracts/annotation/rest-labelling.ts';
import { projectsRoutes } from '../../contracts/annotation/rest-projects.ts';
import type { DocumentKind } from '../../contracts/annotation/projects.ts';
import { queueAdminRoutes } from '../../contracts/annotation/rest-queues.ts';
import { callApi } from '../api.ts';

export const annotationKeys = {
  all: ['annotation'] as const,
  projects: () => [...annotationKeys.all, 'projects'] as const,
  project: (id: string) => [...annotationKeys.all, 'project', id] as const,
  queues: (project: string | null) => [...annotationKeys.all, 'queues', project] as const,
  queue: (id: string) => [...annotationKeys.all, 'queue', id] as const,
};

const WATCH_MS = 5_000;

export function projectsQuery(archived = false) {
  return queryOptions({
    queryKey: [...annotationKeys.projects(), archived] as const,
    queryFn: ({ signal }) =>
      callApi(projectsRoutes.listProjects, { query: { archived: String(archived) } }, signal),
    staleTime: 10_000,
    retry: false,
  });
}

/** With its newest schema and guidelines. */
export function projectQuery(id: string) {
  return queryOptions({
    queryKey: annotationKeys.project(id),
    queryFn: ({ signal }) => callApi(projectsRoutes.getProject, { params: { id } }, signal),
    staleTime: 10_000,
    retry: false,
  });
}

export function versionsQuery(id: string, kind: DocumentKind) {
  return queryOptions({
    queryKey: [...annotationKeys.project(id), 'versions', kind] as const,
    queryFn: ({ signal }) => callApi(projectsRoutes.listProjectVersions, { params: { id, kind } }, signal),
    staleTime: 0,
    retry: false,
  });
}

/** A version never changes. */
export function schemaVersionQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [...annotationKeys.project(id), 'schema', version] as const,
    queryFn: ({ signal }) => callApi(projectsRoutes.getSchemaVersion, { params: { id, version } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

export function guidelinesVersionQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [...annotationKeys.project(id), 'guidelines', version] as const,
    queryFn: ({ signal }) =>
      callApi(projectsRoutes.getGuidelinesVersion, { params: { id, version } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Queues that I label for. */
export function myQueuesQuery() {
  return queryOptions({
    queryKey: [...annotationKeys.all, 'mine'] as const,
    queryFn: ({ signal }) => callApi(labellingRoutes.listMyQueues, {}, signal),
    staleTime: 0,
    retry: false,
  });
}

/** Queues of a project, or of all. */
export function queuesQuery(project: string | null) {
  return queryOptions({
    queryKey: annotationKeys.queues(project),
    queryFn: ({ signal }) =>
      callApi(queueAdminRoutes.listQueues, { query: project === null ? {} : { project } }, signal),
    staleTime: 1_000,
    refetchInterval: WATCH_MS,
    retry: false,
  });
}

export function queueQuery(id: string) {
  return queryOptions({
    queryKey: annotationKeys.queue(id),
    queryFn: ({ signal }) => callApi(queueAdminRoutes.getQueue, { params: { id } }, signal),
    staleTime: 1_000,
    refetchInterval: WATCH_MS,
    retry: false,
  });
}

export type ItemsWhich = 'all' | 'work' | 'gold' | 'untouched' | 'in_work' | 'full' | 'skipped' | 'removed';
export const ITEMS_PAGE = 50;

export function queueItemsQuery(id: string, which: ItemsWhich, offset: number) {
  return queryOptions({
    queryKey: [...annotationKeys.queue(id), 'items', which, offset] as const,
    queryFn: ({ signal }) =>
      callApi(
        queueAdminRoutes.listQueueItems,
        { params: { id }, query: { which, offset, limit: ITEMS_PAGE } },
        signal,
      ),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    refetchInterval: WATCH_MS,
    retry: false,
  });
}

/** Changes to the guidelines that adjudicators proposed. */
export function proposalsQuery(project: string) {
  return queryOptions({
    queryKey: ['proposals', project] as const,
    queryFn: ({ signal }) => callApi(adjudicationRoutes.listProposals, { params: { id: project } }, signal),
    retry: false,
  });
}
