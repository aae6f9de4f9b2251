import { queryOptions } from '@tanstack/react-query';
import { workbenchRoutes } from '../../contracts/rest-workbench.ts';
import type { TryRow, TrySummary, VerifierMode } from '../../contracts/workbench.ts';
import { callApi } from '../api.ts';

const FRESH_MS = 10_000;
const ROWS_EVERY_MS = 300;
const FOR_EVER = Number.POSITIVE_INFINITY;

export interface VerifierKey {
  readonly key: string;
  readonly taskIdx: number;
  readonly mode: VerifierMode;
}

export const verifierKeys = {
  list: ['verifiers'] as const,
  task: ({ key, taskIdx, mode }: VerifierKey) => ['verifiers', key, taskIdx, mode] as const,
  code: (place: VerifierKey, version: number, hash: string) =>
    [...verifierKeys.task(place), 'code', version, hash] as const,
  rows: (tryId: string) => ['verifier-tries', tryId, 'rows'] as const,
};

export function verifierListQuery() {
  return queryOptions({
    queryKey: verifierKeys.list,
    queryFn: ({ signal }) => callApi(workbenchRoutes.listVerifiers, {}, signal),
    staleTime: FRESH_MS,
  });
}

export function taskVerifierQuery(place: VerifierKey) {
  const { key, taskIdx, mode } = place;
  return queryOptions({
    queryKey: verifierKeys.task({ key, taskIdx, mode }),
    queryFn: ({ signal }) =>
      callApi(workbenchRoutes.getTaskVerifier, { params: { key, taskIdx }, query: { mode } }, signal),
    staleTime: FRESH_MS,
  });
}

/** A version never changes; the pack's own is told apart by its hash. */
export function versionCodeQuery(place: VerifierKey, version: number, hash: string) {
  const { key, taskIdx, mode } = place;
  return queryOptions({
    queryKey: verifierKeys.code({ key, taskIdx, mode }, version, hash),
    queryFn: ({ signal }) =>
      callApi(workbenchRoutes.getVersionCode, { params: { key, taskIdx, version }, query: { mode } }, signal),
    staleTime: FOR_EVER,
  });
}

/** A draft that is to be run: asked for again, `turn` differs. */
export interface Asked {
  readonly code: string;
  readonly before: number;
  readonly judge: boolean;
  readonly run: string | null;
  readonly turn: number;
}

/** Starts the try; its job's id names the rows. */
export function tryQuery(place: VerifierKey, asked: Asked) {
  const { key, taskIdx, mode } = place;
  const { code, before, judge, run, turn } = asked;
  return queryOptions({
    queryKey: [
      ...verifierKeys.task({ key, taskIdx, mode }),
      'try',
      { code, before, judge, run, turn },
    ] as const,
    queryFn: () =>
      callApi(workbenchRoutes.tryVerifier, {
        params: { key, taskIdx },
        body: { mode, code, before, judge, ...(run !== null && { run }) },
      }),
    staleTime: FOR_EVER,
    gcTime: 0,
    retry: false,
  });
}

export interface TryState {
  readonly revision: number;
  readonly rows: readonly TryRow[];
  readonly summary: TrySummary;
}

/** All rows of a try; what changed since the last answer is put into it. */
export function tryRowsQuery(tryId: string) {
  return queryOptions({
    queryKey: verifierKeys.rows(tryId),
    queryFn: async ({ signal, client, queryKey }): Promise<TryState> => {
      const known = client.getQueryData<TryState>(queryKey);
      const rows = [...(known?.rows ?? [])];
      for (let after = known?.revision ?? 0; ;) {
        const page = await callApi(
          workbenchRoutes.getTryRows,
          { params: { id: tryId }, query: { after } },
          signal,
        );
        for (const row of page.items) rows[row.at] = row;
        if (!page.more) return { revision: page.revision, rows, summary: page.summary };
        after = page.revision;
      }
    },
    refetchInterval: ({ state }) => (isOver(state.data?.summary) ? false : ROWS_EVERY_MS),
    staleTime: ({ state }) => (isOver(state.data?.summary) ? FOR_EVER : 0),
    structuralSharing: false,
  });
}

export function isOver(summary: TrySummary | undefined): boolean {
  return summary !== undefined && summary.state !== 'waiting' && summary.state !== 'running';
}

export function tryDetailQuery(tryId: string, run: string, of: 'before' | 'after') {
  return queryOptions({
    queryKey: ['verifier-tries', tryId, 'detail', run, of] as const,
    queryFn: ({ signal }) =>
      callApi(workbenchRoutes.getTryDetail, { params: { id: tryId, run }, query: { of } }, signal),
    staleTime: FOR_EVER,
    retry: false,
  });
}
