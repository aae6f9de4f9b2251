import { queryOptions, type QueryKey } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import type { changesAnswerSchema, tableQuerySchema } from '../../contracts/evidence.ts';
import { evidenceRoutes } from '../../contracts/rest-evidence.ts';
import { callApi } from '../api.ts';

/** Recorded states never change; what nobody looks at is let go. */
const FOR_EVER = Number.POSITIVE_INFINITY;
const KEPT_MS = 5 * 60_000;
/** Results that may be large. */
const SHORTLY_KEPT_MS = 60_000;
const LANE_EVERY_MS = 700;
const STATS_FRESH_MS = 30_000;

export type ChangesAnswer = z.output<typeof changesAnswerSchema>;

/** A place among a table's rows; `seq` is given beside it. */
export type RowsQuery = Omit<z.input<typeof tableQuerySchema>, 'seq'>;

const evidenceKeys = {
  episode: (recordId: string) => ['evidence', recordId] as const,
  changes: (recordId: string, from: number, to: number) =>
    [...evidenceKeys.episode(recordId), 'changes', from, to] as const,
  tables: (recordId: string, seq: number) => [...evidenceKeys.episode(recordId), 'tables', seq] as const,
  table: (recordId: string, seq: number, table: string) =>
    [...evidenceKeys.episode(recordId), 'rows', seq, table] as const,
  rows: (recordId: string, seq: number, table: string, query: RowsQuery) =>
    [...evidenceKeys.table(recordId, seq, table), query] as const,
  history: (recordId: string, table: string, key: string, to: number) =>
    [...evidenceKeys.episode(recordId), 'history', table, key, to] as const,
  cell: (recordId: string, place: CellPlace) => [...evidenceKeys.episode(recordId), 'cell', place] as const,
  sql: (recordId: string, seq: number, sql: string, explain: boolean) =>
    [...evidenceKeys.episode(recordId), 'sql', seq, sql, explain] as const,
  log: (recordId: string, seq: number) => [...evidenceKeys.episode(recordId), 'log', seq] as const,
  lanes: (recordId: string) => [...evidenceKeys.episode(recordId), 'lane'] as const,
  lane: (recordId: string, newest: number) => [...evidenceKeys.lanes(recordId), newest] as const,
  verdict: (recordId: string, seq: number) => [...evidenceKeys.episode(recordId), 'verdict', seq] as const,
  scenario: (key: string) => ['scenario-evidence', key] as const,
};

/** Keeps the last answer in sight until the next one is there, where both are of the same thing. */
function keepOf(prefix: QueryKey) {
  return <T>(previous: T | undefined, query?: { readonly queryKey: QueryKey }): T | undefined =>
    prefix.every((part, index) => query?.queryKey[index] === part) ? previous : undefined;
}

/** One cell of one state. */
export interface CellPlace {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  readonly seq: number;
}

/** The first page of what changed between two states. */
export function changesQuery(recordId: string, from: number, to: number) {
  return queryOptions({
    queryKey: evidenceKeys.changes(recordId, from, to),
    queryFn: ({ signal }) =>
      callApi(evidenceRoutes.getChanges, { params: { id: recordId }, query: { from, to } }, signal),
    staleTime: FOR_EVER,
    gcTime: KEPT_MS,
  });
}

type ReadChanges = (table: string, offset: number, signal: AbortSignal) => Promise<ChangesAnswer>;

/** Further pages of single tables' changes; `offset` is the `nextOffset` of the page before. `key` names what `read` reads. */
export function changesPages(key: QueryKey, read: ReadChanges) {
  return (table: string, offset: number) =>
    queryOptions({
      queryKey: [...key, table, offset] as QueryKey,
      queryFn: ({ signal }) => read(table, offset, signal),
      staleTime: FOR_EVER,
      gcTime: SHORTLY_KEPT_MS,
    });
}

/** The same of two states of one episode. */
export function changesPagesOf(
  recordId: string,
  { from, to }: { readonly from: number; readonly to: number },
) {
  return changesPages(evidenceKeys.changes(recordId, from, to), (table, offset, signal) =>
    callApi(
      evidenceRoutes.getChanges,
      { params: { id: recordId }, query: { from, to, table, offset } },
      signal,
    ),
  );
}

export function tablesQuery(recordId: string, seq: number) {
  return queryOptions({
    queryKey: evidenceKeys.tables(recordId, seq),
    queryFn: ({ signal }) =>
      callApi(evidenceRoutes.getTables, { params: { id: recordId }, query: { seq } }, signal),
    staleTime: FOR_EVER,
    gcTime: KEPT_MS,
  });
}

/** A page of a table. The last page stays until the next one is there. */
export function tableRowsQuery(recordId: string, seq: number, table: string, query: RowsQuery) {
  return queryOptions({
    queryKey: evidenceKeys.rows(recordId, seq, table, query),
    queryFn: ({ signal }) => {
      const request = { params: { id: recordId, table }, query: { ...query, seq } };
      return callApi(evidenceRoutes.getTableRows, request, signal);
    },
    placeholderData: keepOf(evidenceKeys.table(recordId, seq, table)),
    staleTime: FOR_EVER,
    gcTime: SHORTLY_KEPT_MS,
  });
}

/** What each step up to `to` did to one row. */
export function rowHistoryQuery(recordId: string, table: string, key: string, to: number) {
  return queryOptions({
    queryKey: evidenceKeys.history(recordId, table, key, to),
    queryFn: ({ signal }) =>
      callApi(evidenceRoutes.getRowHistory, { params: { id: recordId, table }, query: { key, to } }, signal),
    staleTime: FOR_EVER,
    gcTime: KEPT_MS,
  });
}

/** One cell in full. */
export function cellQuery(recordId: string, place: CellPlace) {
  return queryOptions({
    queryKey: evidenceKeys.cell(recordId, place),
    queryFn: ({ signal }) => {
      const { table, ...query } = place;
      return callApi(evidenceRoutes.getCell, { params: { id: recordId, table }, query }, signal);
    },
    staleTime: FOR_EVER,
    gcTime: SHORTLY_KEPT_MS,
  });
}

export function sqlQuery(recordId: string, seq: number, sql: string, explain: boolean) {
  return queryOptions({
    queryKey: evidenceKeys.sql(recordId, seq, sql, explain),
    queryFn: ({ signal }) =>
      callApi(evidenceRoutes.runSql, { params: { id: recordId }, body: { seq, sql, explain } }, signal),
    // A statement may have been stopped by its deadline: asked again, it is run again.
    staleTime: ({ state }) => (state.data?.kind === 'stopped' ? 0 : FOR_EVER),
    gcTime: SHORTLY_KEPT_MS,
    retry: false,
  });
}

export function stepLogQuery(recordId: string, seq: number) {
  return queryOptions({
    queryKey: evidenceKeys.log(recordId, seq),
    queryFn: ({ signal }) => callApi(evidenceRoutes.getStepLog, { params: { id: recordId, seq } }, signal),
    staleTime: FOR_EVER,
    gcTime: SHORTLY_KEPT_MS,
  });
}

/**
 * The verdict at each state up to `newest`; asked again while some are still to come. `over`: the episode has ended,
 * which uncovers the lane of a baseline play.
 */
export function verdictLaneQuery(recordId: string, newest: number, over = true) {
  return queryOptions({
    queryKey: evidenceKeys.lane(recordId, newest),
    queryFn: ({ signal }) => callApi(evidenceRoutes.getVerdicts, { params: { id: recordId } }, signal),
    placeholderData: keepOf(evidenceKeys.lanes(recordId)),
    refetchInterval: ({ state }) => ((state.data?.pending.length ?? 0) > 0 ? LANE_EVERY_MS : false),
    staleTime: ({ state }) => (over && state.data?.none === 'baseline' ? 0 : FOR_EVER),
    gcTime: KEPT_MS,
  });
}

/** One run of the verifier at a state, in full. */
export function verdictQuery(recordId: string, seq: number) {
  return queryOptions({
    queryKey: evidenceKeys.verdict(recordId, seq),
    queryFn: ({ signal }) => callApi(evidenceRoutes.getVerdict, { params: { id: recordId, seq } }, signal),
    staleTime: FOR_EVER,
    gcTime: KEPT_MS,
  });
}

/** The scenario's code; it may be edited between sessions. */
export function sourceQuery(key: string) {
  return queryOptions({
    queryKey: [...evidenceKeys.scenario(key), 'source'] as const,
    queryFn: ({ signal }) => callApi(evidenceRoutes.getSource, { params: { key } }, signal),
    staleTime: STATS_FRESH_MS,
    gcTime: KEPT_MS,
  });
}

export function taskDetailQuery(key: string, taskIdx: number) {
  return queryOptions({
    queryKey: [...evidenceKeys.scenario(key), 'task', taskIdx] as const,
    queryFn: ({ signal }) => callApi(evidenceRoutes.getTaskDetail, { params: { key, taskIdx } }, signal),
    staleTime: STATS_FRESH_MS,
    gcTime: KEPT_MS,
  });
}

/** Tables as a session first sees them. Starts the scenario where it is cold: up to a second. */
export function scenarioTablesQuery(key: string) {
  return queryOptions({
    queryKey: [...evidenceKeys.scenario(key), 'tables'] as const,
    queryFn: ({ signal }) => callApi(evidenceRoutes.getScenarioTables, { params: { key } }, signal),
    staleTime: STATS_FRESH_MS,
    gcTime: KEPT_MS,
  });
}

export function scenarioRowsQuery(key: string, table: string, query: RowsQuery) {
  return queryOptions({
    queryKey: [...evidenceKeys.scenario(key), 'rows', table, query] as const,
    queryFn: ({ signal }) =>
      callApi(
        evidenceRoutes.getScenarioRows,
        { params: { key, table }, query: { ...query, seq: 0 } },
        signal,
      ),
    placeholderData: keepOf([...evidenceKeys.scenario(key), 'rows', table]),
    staleTime: STATS_FRESH_MS,
    gcTime: SHORTLY_KEPT_MS,
  });
}

/** Runs and passes of the tasks that have any. */
export function taskStatsQuery() {
  return queryOptions({
    queryKey: ['task-stats'] as const,
    queryFn: ({ signal }) => callApi(evidenceRoutes.getTaskStats, {}, signal),
    staleTime: STATS_FRESH_MS,
  });
}
