import * as z from 'zod/mini';
import { route } from './route.ts';
import {
  labelOutcomeSchema,
  labelSchema,
  noteSchema,
  RUN_IDS_LIMIT,
  RUN_PAGE_LIMIT,
  runCurvesSchema,
  runFacetsSchema,
  runIdSchema,
  runPageSchema,
  runQueryTextSchema,
  runRowSchema,
  runSelectionSchema,
  runTargetSchema,
  savedViewSchema,
  stateSearchAnswerSchema,
} from './runs.ts';
import { taskPlaceSchema } from './task-statuses.ts';

const idParams = z.object({ id: z.string().check(z.minLength(1)) });
const offset = z._default(z.coerce.number().check(z.int(), z.gte(0)), 0);

/** The library of runs. On a public server it is closed, but for one run by its id, unless started with --open-library. */
export const runRoutes = {
  listRuns: route({
    method: 'GET',
    path: '/api/runs',
    summary: 'Runs that match a filter, as a page of the run table',
    query: z.object({
      q: runQueryTextSchema,
      offset,
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(RUN_PAGE_LIMIT)), 100),
    }),
    response: runPageSchema,
  }),
  getRun: route({
    method: 'GET',
    path: '/api/runs/:id',
    summary: 'One run as the table shows it',
    params: idParams,
    response: runRowSchema,
  }),
  getRunFacets: route({
    method: 'GET',
    path: '/api/run-facets',
    summary: 'How many of the runs that match have which value',
    query: z.object({ q: runQueryTextSchema }),
    response: runFacetsSchema,
  }),
  getRunCurves: route({
    method: 'GET',
    path: '/api/run-curves',
    summary: 'Pass rate and mean reward by train_step of the runs that match',
    query: z.object({ q: runQueryTextSchema }),
    response: runCurvesSchema,
  }),
  getRunRevision: route({
    method: 'GET',
    path: '/api/run-revision',
    summary: 'The revision of the library: cheap to ask often; `matched` where a filter is given',
    query: z.object({ q: z.optional(z.string().check(z.maxLength(4_000))) }),
    response: z.object({ revision: z.int(), total: z.int(), matched: z.nullable(z.int()) }),
  }),
  selectRuns: route({
    method: 'POST',
    path: '/api/run-selections',
    summary:
      'Fixes a set of runs: all that match now, those named, or a sample of what matches (k of each task, or n of each end state)',
    body: z.strictObject({
      q: z.optional(z.string().check(z.maxLength(4_000))),
      ids: z.optional(z.array(runIdSchema).check(z.minLength(1), z.maxLength(RUN_IDS_LIMIT))),
      sample: z.optional(
        z.strictObject({
          by: z.enum(['task', 'end_state']),
          count: z.int().check(z.gte(1), z.lte(1_000)),
          /** The same seed gives the same sample of the same runs. */
          seed: z._default(z.int(), 0),
        }),
      ),
    }),
    response: runSelectionSchema,
  }),
  getSelection: route({
    method: 'GET',
    path: '/api/run-selections/:id',
    summary: 'A set of runs that was fixed before',
    params: idParams,
    response: runSelectionSchema,
  }),
  listSelected: route({
    method: 'GET',
    path: '/api/run-selections/:id/runs',
    summary: 'The ids of a selection, at most 10,000 at once',
    params: idParams,
    query: z.object({ offset }),
    response: z.object({ ids: z.array(runIdSchema), total: z.int() }),
  }),
  listSelectedTasks: route({
    method: 'GET',
    path: '/api/run-selections/:id/tasks',
    summary: 'The tasks that the runs of a selection are of, each once; refused where these are over 20,000',
    params: idParams,
    response: z.object({ items: z.array(taskPlaceSchema) }),
  }),
  exportRuns: route({
    method: 'GET',
    path: '/api/run-selections/:id/table',
    summary:
      'The rows of a selection as a file: csv, jsonl or parquet. Columns, in order: id, scenario, pack, task_idx, task, actor, transport, origin, experiment, policy, checkpoint, train_step, group, sample, tags, started_at, ended_at, end_reason, steps, calls, errors, statuses, error_types, verifies, reward, verdict, code, sql, regraded, label, labels, agrees, wrote, tables, collateral, omitted, unread, suspicions, end_state, answer, pinned, notes; more may come at the end. Unknown is null (empty in csv); times are UTC (ISO 8601; timestamps in parquet); lists are JSON text in csv and parquet; csv text that begins with = + - @ has an apostrophe before it',
    params: idParams,
    query: z.object({ format: z.enum(['csv', 'jsonl', 'parquet']) }),
    download: true,
    response: z.unknown(),
  }),
  pinRuns: route({
    method: 'POST',
    path: '/api/run-pins',
    summary: 'Pins runs, or lets them go: what is pinned is never deleted or cut down',
    body: z.strictObject({ target: runTargetSchema, pinned: z.boolean() }),
    response: z.object({ changed: z.int() }),
  }),
  searchStates: route({
    method: 'POST',
    path: '/api/run-state-search',
    summary:
      'Read-only SQL over the change sets of a set of runs (at most 2,000, 20 s): tables `runs` and `changes`',
    body: z.strictObject({
      target: runTargetSchema,
      sql: z.string().check(z.minLength(1), z.maxLength(100_000)),
      /** end: from the first state to the last; steps: step by step. */
      of: z._default(z.enum(['end', 'steps']), 'end'),
    }),
    response: stateSearchAnswerSchema,
  }),
  listViews: route({
    method: 'GET',
    path: '/api/run-views',
    summary: 'Saved views of the run table, with how many runs each has',
    response: z.object({ items: z.array(savedViewSchema) }),
  }),
  saveView: route({
    method: 'POST',
    path: '/api/run-views',
    summary: 'Saves a view; with `id`, over the one of that id',
    body: z.strictObject({
      id: z.optional(z.string()),
      name: z.string().check(z.minLength(1), z.maxLength(80)),
      query: z.string().check(z.maxLength(4_000)),
      columns: z._default(z.nullable(z.array(z.string()).check(z.maxLength(50))), null),
    }),
    response: savedViewSchema,
  }),
  removeView: route({
    method: 'DELETE',
    path: '/api/run-views/:id',
    summary: 'Removes a saved view',
    params: idParams,
    response: z.object({ removed: z.literal(true) }),
  }),
  listLabels: route({
    method: 'GET',
    path: '/api/episodes/:id/labels',
    summary: 'What people say of a run',
    params: idParams,
    response: z.object({ items: z.array(labelSchema) }),
  }),
  setLabel: route({
    method: 'POST',
    path: '/api/episodes/:id/labels',
    summary: 'Says of a run how it ended; one word a person, the last one counts; null takes it back',
    params: idParams,
    body: z.strictObject({
      outcome: z.nullable(labelOutcomeSchema),
      note: z.optional(z.nullable(z.string().check(z.maxLength(4_000)))),
      /** Whose word; absent: the person of x-awm-person. For labels that come from elsewhere. */
      by: z.optional(z.string().check(z.minLength(1), z.maxLength(80))),
    }),
    response: z.object({ items: z.array(labelSchema) }),
  }),
  listNotes: route({
    method: 'GET',
    path: '/api/episodes/:id/notes',
    summary: 'Notes on a run and on its steps',
    params: idParams,
    response: z.object({ items: z.array(noteSchema) }),
  }),
  addNote: route({
    method: 'POST',
    path: '/api/episodes/:id/notes',
    summary: 'Adds a note to a run or to one of its steps',
    params: idParams,
    body: z.strictObject({
      seq: z._default(z.nullable(z.int().check(z.nonnegative())), null),
      text: z.string().check(z.minLength(1), z.maxLength(10_000)),
    }),
    response: noteSchema,
  }),
  removeNote: route({
    method: 'DELETE',
    path: '/api/episodes/:id/notes/:note',
    summary: 'Removes a note',
    params: z.object({ id: z.string(), note: z.string() }),
    response: z.object({ removed: z.literal(true) }),
  }),
} as const;
