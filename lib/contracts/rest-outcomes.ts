import * as z from 'zod/mini';
import { endStateSchema, outcomeDetailSchema, outcomesSchema, referenceSchema } from './outcomes.ts';
import { route } from './route.ts';
import { runIdSchema } from './runs.ts';
import {
  evidenceSchema,
  importReportSchema,
  reasonSchema,
  saidSchema,
  taskPlaceSchema,
  taskStatusEntrySchema,
  taskStatusSchema,
  TASKS_LIMIT,
} from './task-statuses.ts';

const taskParams = z.object({
  key: z.string().check(z.minLength(1)),
  taskIdx: z.coerce.number().check(z.int(), z.nonnegative()),
});
const version = z.optional(z.string().check(z.maxLength(64)));
const flag = z._default(z.stringbool(), false);

/** How runs of a task end, and people's word on tasks. On a public server outcomes are closed unless started with --open-library. */
export const outcomeRoutes = {
  getOutcomes: route({
    method: 'GET',
    path: '/api/scenarios/:key/tasks/:taskIdx/outcomes',
    summary: 'The runs of a task by the rows that they left behind, compared with the reference',
    params: taskParams,
    query: z.object({
      /** Only runs that passed. */
      passes: flag,
      /** One of the answer's versions; absent: the newest. */
      version,
    }),
    response: outcomesSchema,
  }),
  getOutcome: route({
    method: 'GET',
    path: '/api/scenarios/:key/tasks/:taskIdx/outcomes/:state',
    summary: 'One outcome: its rows beside the reference',
    params: z.object({ ...taskParams.shape, state: endStateSchema }),
    query: z.object({ version }),
    response: outcomeDetailSchema,
  }),
  markReference: route({
    method: 'POST',
    path: '/api/scenarios/:key/tasks/:taskIdx/reference',
    summary: 'Marks the end of a run as the task’s reference; null takes the mark of the newest version back',
    params: taskParams,
    body: z.strictObject({ run: z.nullable(runIdSchema), version }),
    response: z.object({ reference: z.nullable(referenceSchema) }),
  }),
  getRunOutcome: route({
    method: 'GET',
    path: '/api/episodes/:id/outcome',
    summary: 'Which outcome of its task a run belongs to; nulls while it runs, or where it has no task',
    params: z.object({ id: z.string().check(z.minLength(1)) }),
    response: z.object({
      scenario: z.string(),
      taskIdx: z.nullable(z.int()),
      version: z.nullable(z.string()),
      state: z.nullable(endStateSchema),
    }),
  }),
  listTaskStatuses: route({
    method: 'GET',
    path: '/api/task-statuses',
    summary: 'Tasks that people have said something of',
    response: z.object({ items: z.array(taskStatusEntrySchema) }),
  }),
  setTaskStatuses: route({
    method: 'POST',
    path: '/api/task-statuses',
    summary: 'Says of tasks what they are worth, at most 20,000 at once',
    body: z.strictObject({
      tasks: z.array(taskPlaceSchema).check(z.minLength(1), z.maxLength(TASKS_LIMIT)),
      status: taskStatusSchema,
      reason: z._default(reasonSchema, null),
      evidence: z._default(evidenceSchema, []),
    }),
    /** `unknown`: tasks that are not here. */
    response: z.object({ changed: z.int(), unknown: z.int() }),
  }),
  getTaskHistory: route({
    method: 'GET',
    path: '/api/scenarios/:key/tasks/:taskIdx/status',
    summary: 'What has been said of a task, newest first; at most 100',
    params: taskParams,
    response: z.object({ items: z.array(saidSchema) }),
  }),
  exportTaskStatuses: route({
    method: 'GET',
    path: '/api/task-statuses/file',
    summary:
      'Tasks with their status and hashes, one JSON a line: those that somebody said something of, or those of a split',
    query: z.object({ of: z._default(z.enum(['said', 'all', 'clean', 'quarantined']), 'said') }),
    download: true,
    response: z.unknown(),
  }),
  importTaskStatuses: route({
    method: 'POST',
    path: '/api/task-statuses/file',
    summary: 'Takes over the statuses of such a file, at most 64 MiB; what is newer here stays',
    upload: true,
    response: importReportSchema,
  }),
} as const;
