import * as z from 'zod/mini';
import { nameSchema } from './name.ts';
import { route } from '../route.ts';
import { runIdSchema, runTargetSchema } from '../runs.ts';
import {
  fixAttemptSchema,
  fixSchema,
  pairCountsSchema,
  pairFiltersSchema,
  pairSetSchema,
  provenPairSchema,
} from './pairs.ts';
import { annotationIdSchema } from './queues.ts';

const idParams = z.object({ id: annotationIdSchema });
const offset = z._default(z.coerce.number().check(z.int(), z.gte(0)), 0);
const limit = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50);
const project = z.optional(annotationIdSchema);

/** Preference pairs and fixes. */
export const pairsRoutes = {
  previewPairs: route({
    method: 'POST',
    path: '/api/annotation/pairs/preview',
    summary:
      'What pairs a set of runs has: of each task a pass and a fail that share a prefix (times and random values aside) and then part; counts, what is left out and why, and the first pairs',
    body: z.strictObject({ target: runTargetSchema, filters: pairFiltersSchema }),
    response: z.object({ counts: pairCountsSchema, sample: z.array(provenPairSchema) }),
  }),
  makePairSet: route({
    method: 'POST',
    path: '/api/annotation/pair-sets',
    summary:
      'Keeps the pairs of a set of runs as they are now: verdicts, verifiers and labels of this moment',
    body: z.strictObject({
      name: nameSchema(120),
      project: z._default(z.nullable(annotationIdSchema), null),
      target: runTargetSchema,
      filters: pairFiltersSchema,
    }),
    response: pairSetSchema,
  }),
  listPairSets: route({
    method: 'GET',
    path: '/api/annotation/pair-sets',
    summary: 'Pair sets, newest first; with `project` only that project’s',
    query: z.object({ project }),
    response: z.object({ items: z.array(pairSetSchema) }),
  }),
  getPairSet: route({
    method: 'GET',
    path: '/api/annotation/pair-sets/:id',
    summary:
      'A pair set with a page of its pairs, both verdicts with each. Refused to whoever has one of its runs to label',
    params: idParams,
    query: z.object({ offset, limit }),
    response: z.object({ set: pairSetSchema, items: z.array(provenPairSchema), total: z.int() }),
  }),
  removePairSet: route({
    method: 'DELETE',
    path: '/api/annotation/pair-sets/:id',
    summary: 'Removes a pair set; exports that were made of it stay',
    params: idParams,
    response: z.object({ removed: z.literal(true) }),
  }),

  listFixQueues: route({
    method: 'GET',
    path: '/api/annotation/fix-queues',
    summary:
      'Open queues that a mistake can be sent to; with `run` (or an assignment’s id) those of its project first',
    query: z.object({ project }),
    response: z.object({
      items: z.array(
        z.object({
          id: annotationIdSchema,
          name: z.string(),
          project: annotationIdSchema,
          projectName: z.string(),
        }),
      ),
    }),
  }),
  sendToFix: route({
    method: 'POST',
    path: '/api/annotation/fixes',
    summary:
      'Sends a step that went wrong to a fix queue, where somebody else does it right. `run` may be the id of one’s own assignment',
    body: z.strictObject({
      run: runIdSchema,
      seq: z.int().check(z.gte(1)),
      note: z.string().check(z.minLength(1), z.maxLength(4_000)),
      queue: annotationIdSchema,
    }),
    response: z.object({ queue: annotationIdSchema, sent: z.literal(true) }),
  }),
  startFix: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/fix-attempts',
    byPage: true,
    summary:
      'Forks the run of a fix item at the step before the mistake, in a session of one’s own that tells no verdict. Several attempts may be made',
    params: idParams,
    response: fixAttemptSchema,
  }),
  listFixAttempts: route({
    method: 'GET',
    path: '/api/annotation/assignments/:id/fix-attempts',
    summary: 'One’s attempts at a fix item, without verdicts',
    params: idParams,
    response: z.object({ items: z.array(fixAttemptSchema) }),
  }),
  chooseFix: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/fix-attempts/:attempt/choose',
    summary:
      'Says which attempt is given in when the label is submitted; it must have been played to its end',
    params: z.object({ id: annotationIdSchema, attempt: annotationIdSchema }),
    response: fixAttemptSchema,
  }),
  listFixes: route({
    method: 'GET',
    path: '/api/annotation/fixes',
    summary: 'Fixes that were given in, with what the verifier says of them',
    query: z.object({ project, offset, limit }),
    response: z.object({ items: z.array(fixSchema), total: z.int(), certified: z.int() }),
  }),
} as const;
