import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { branchRoutes } from '../../contracts/rest-branches.ts';
import { runRoutes } from '../../contracts/rest-runs.ts';
import type { RunTarget } from '../../contracts/runs.ts';
import { callApi } from '../api.ts';
import { changesPages } from './evidence.ts';

const KEPT_MS = 5 * 60_000;
const FRESH_MS = 10_000;
const FOR_EVER = Number.POSITIVE_INFINITY;
/** Runs that the picker shows. */
const PICKED_FROM = 50;

/** A state of a run: after this step; 0 is the seed. */
export interface StateAt {
  readonly id: string;
  readonly seq: number;
}

export function pathsQuery(ids: readonly string[]) {
  const joined = ids.join(',');
  return queryOptions({
    queryKey: ['compare', 'paths', joined] as const,
    queryFn: ({ signal }) => callApi(branchRoutes.getPaths, { query: { ids: joined } }, signal),
    // Columns that stay need not go while another is added.
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
  });
}

function readDifference(
  a: StateAt,
  b: StateAt,
  page: { readonly table?: string; readonly offset?: number },
  signal: AbortSignal,
) {
  const query = { a: a.id, aSeq: a.seq, b: b.id, bSeq: b.seq, ...page };
  return callApi(branchRoutes.getStateDifference, { query }, signal);
}

/** The first page of what differs from a state of one run to a state of another. */
export function differenceQuery(a: StateAt, b: StateAt) {
  return queryOptions({
    queryKey: ['compare', 'changes', a, b] as const,
    queryFn: ({ signal }) => readDifference(a, b, {}, signal),
    staleTime: FOR_EVER,
    gcTime: KEPT_MS,
  });
}

export function differencePages(a: StateAt, b: StateAt) {
  return changesPages(differenceQuery(a, b).queryKey, (table, offset, signal) =>
    readDifference(a, b, { table, offset }, signal),
  );
}

/** Rollouts of a task merged into a tree of states. */
export function groupTreeQuery(target: RunTarget) {
  return queryOptions({
    queryKey: ['compare', 'group', target] as const,
    queryFn: ({ signal }) => callApi(branchRoutes.getGroupTree, { body: { target } }, signal),
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
  });
}

/** Runs to choose from. */
export function runChoiceQuery(q: string) {
  return queryOptions({
    queryKey: ['runs', 'choice', q] as const,
    queryFn: ({ signal }) => callApi(runRoutes.listRuns, { query: { q, limit: PICKED_FROM } }, signal),
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
}
