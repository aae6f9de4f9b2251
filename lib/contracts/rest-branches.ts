import * as z from 'zod/mini';
import { groupTreeSchema, lineageNodeSchema, replayResultSchema, runPathSchema } from './branches.ts';
import { changesAnswerSchema, ROW_LIMIT } from './evidence.ts';
import { jobSchema } from './jobs.ts';
import { sessionAnswerSchema } from './rest-schemas.ts';
import { route } from './route.ts';
import { runTargetSchema } from './runs.ts';

const idParams = z.object({ id: z.string().check(z.minLength(1)) });
const seq = z.coerce.number().check(z.int(), z.gte(0));

export const branchRoutes = {
  forkEpisode: route({
    method: 'POST',
    path: '/api/episodes/:id/fork',
    byPage: true,
    summary:
      'Opens a session that goes on from a step of a run: its steps up to there are the new episode’s own. By snapshot; by replay where the scenario keeps state outside its database',
    params: idParams,
    body: z.strictObject({ seq: z.int().check(z.nonnegative()) }),
    response: sessionAnswerSchema,
  }),
  getLineage: route({
    method: 'GET',
    path: '/api/episodes/:id/lineage',
    summary: 'The tree of forks that a run belongs to, its root first; at most 500',
    params: idParams,
    response: z.object({ nodes: z.array(lineageNodeSchema), more: z.int() }),
  }),
  getReplay: route({
    method: 'GET',
    path: '/api/episodes/:id/replay',
    summary: 'What the last replay of a run came to; null: never replayed',
    params: idParams,
    response: z.object({ replay: z.nullable(replayResultSchema) }),
  }),
  replayRuns: route({
    method: 'POST',
    path: '/api/replays',
    summary:
      'Plays runs again from their first state and compares every answer and state; a job. clock recorded: the logical clock starts when the run did',
    body: z.strictObject({
      target: runTargetSchema,
      clock: z._default(z.enum(['now', 'recorded']), 'recorded'),
    }),
    response: jobSchema,
  }),
  tryWhatIf: route({
    method: 'POST',
    path: '/api/episodes/:id/what-if',
    summary:
      'Plays a run again with one step dropped or replaced; a job whose result says whether the verdict flips',
    params: idParams,
    body: z.strictObject({
      seq: z.int().check(z.positive()),
      /** Absent: the step is dropped. */
      instead: z.optional(
        z.strictObject({ toolName: z.string(), arguments: z.record(z.string(), z.unknown()) }),
      ),
    }),
    response: jobSchema,
  }),
  getPaths: route({
    method: 'GET',
    path: '/api/compare/paths',
    summary: 'The steps of 1 to 6 runs of one task, to be aligned',
    query: z.object({
      /** Comma-separated. */
      ids: z.string().check(z.maxLength(400)),
    }),
    response: z.object({ paths: z.array(runPathSchema) }),
  }),
  getStateDifference: route({
    method: 'GET',
    path: '/api/compare/changes',
    summary: 'The change set from a state of one run to a state of another of the same scenario',
    query: z.object({
      a: z.string(),
      aSeq: seq,
      b: z.string(),
      bSeq: seq,
      table: z.optional(z.string()),
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(ROW_LIMIT)), ROW_LIMIT),
    }),
    response: changesAnswerSchema,
  }),
  getGroupTree: route({
    method: 'POST',
    path: '/api/compare/group',
    summary: 'Up to 1,000 runs of one task merged into a tree of states',
    body: z.strictObject({ target: runTargetSchema }),
    response: groupTreeSchema,
  }),
} as const;
