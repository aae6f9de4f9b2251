import * as z from 'zod/mini';
import {
  changesAnswerSchema,
  ROW_LIMIT,
  rowHistorySchema,
  sourceSchema,
  sqlAnswerSchema,
  sqlRequestSchema,
  stepLogSchema,
  tablePageAnswerSchema,
  tableQuerySchema,
  tablesAnswerSchema,
  taskDetailSchema,
  taskStatsSchema,
  verdictDetailSchema,
  verdictLaneSchema,
  wholeCellSchema,
} from './evidence.ts';
import { route } from './route.ts';

const id = z.string().check(z.minLength(1));
const seq = z.coerce.number().check(z.int(), z.gte(0));
const episodeParams = z.object({ id });
const stepParams = z.object({ id, seq });
const scenarioParams = z.object({ key: z.string().check(z.minLength(1)) });

/** Reading recorded states, and what stands behind them. */
export const evidenceRoutes = {
  getChanges: route({
    method: 'GET',
    path: '/api/episodes/:id/changes',
    summary:
      'The change set between two states of an episode; with `table`, a further page of that table alone',
    params: episodeParams,
    query: z.object({
      from: seq,
      to: seq,
      table: z.optional(z.string()),
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(ROW_LIMIT)), ROW_LIMIT),
    }),
    response: changesAnswerSchema,
  }),
  getTables: route({
    method: 'GET',
    path: '/api/episodes/:id/tables',
    summary: 'Tables and views of a state',
    params: episodeParams,
    query: z.object({ seq }),
    response: tablesAnswerSchema,
  }),
  getTableRows: route({
    method: 'GET',
    path: '/api/episodes/:id/tables/:table',
    summary: 'A page of a table’s rows in a state',
    params: z.object({ id, table: z.string().check(z.minLength(1)) }),
    query: tableQuerySchema,
    response: tablePageAnswerSchema,
  }),
  getRowHistory: route({
    method: 'GET',
    path: '/api/episodes/:id/tables/:table/history',
    summary: 'Which step wrote what to one row (blame)',
    params: z.object({ id, table: z.string().check(z.minLength(1)) }),
    query: z.object({ key: z.string().check(z.maxLength(10_000)), to: seq }),
    response: rowHistorySchema,
  }),
  getCell: route({
    method: 'GET',
    path: '/api/episodes/:id/tables/:table/cell',
    summary: 'One cell in full',
    params: z.object({ id, table: z.string().check(z.minLength(1)) }),
    query: z.object({ key: z.string().check(z.maxLength(10_000)), column: z.string(), seq }),
    response: wholeCellSchema,
  }),
  runSql: route({
    method: 'POST',
    path: '/api/episodes/:id/sql',
    summary: 'Read-only SQL over a state; the database as seeded is attached as `initial`',
    params: episodeParams,
    body: sqlRequestSchema,
    response: sqlAnswerSchema,
  }),
  getStepLog: route({
    method: 'GET',
    path: '/api/episodes/:id/steps/:seq/log',
    summary: 'What the scenario’s process wrote during a step',
    params: stepParams,
    response: stepLogSchema,
  }),
  getVerdicts: route({
    method: 'GET',
    path: '/api/episodes/:id/verdicts',
    summary: 'The code verifier at every state; runs what is missing in the background',
    params: episodeParams,
    response: verdictLaneSchema,
  }),
  getVerdict: route({
    method: 'GET',
    path: '/api/episodes/:id/verdicts/:seq',
    summary: 'One run of the verifier at a state, in full',
    params: stepParams,
    response: verdictDetailSchema,
  }),
  getSource: route({
    method: 'GET',
    path: '/api/scenarios/:key/source',
    summary: 'The scenario’s code, with the lines of each tool’s route',
    params: scenarioParams,
    response: sourceSchema,
  }),
  getTaskDetail: route({
    method: 'GET',
    path: '/api/scenarios/:key/tasks/:taskIdx',
    summary: 'A task with its verifiers’ code',
    params: z.object({
      key: z.string().check(z.minLength(1)),
      taskIdx: z.coerce.number().check(z.int(), z.gte(0)),
    }),
    response: taskDetailSchema,
  }),
  getScenarioTables: route({
    method: 'GET',
    path: '/api/scenarios/:key/tables',
    summary: 'Tables and views of a scenario as a session first sees them; warms it',
    params: scenarioParams,
    response: tablesAnswerSchema,
  }),
  getScenarioRows: route({
    method: 'GET',
    path: '/api/scenarios/:key/tables/:table',
    summary: 'A page of a table’s seeded rows',
    params: z.object({ key: z.string().check(z.minLength(1)), table: z.string().check(z.minLength(1)) }),
    /** `seq` is 0. */
    query: tableQuerySchema,
    response: tablePageAnswerSchema,
  }),
  getTaskStats: route({
    method: 'GET',
    path: '/api/task-stats',
    summary: 'Runs and passes of the tasks that have any',
    response: taskStatsSchema,
  }),
} as const;
