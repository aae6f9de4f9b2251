import * as z from 'zod/mini';
import { endReasonSchema, pageIdSchema, sessionInfoSchema } from './live.ts';
import {
  actionSchema,
  episodeSchema,
  healthSchema,
  outcomeSchema,
  packSchema,
  runSchema,
  scenarioSchema,
  sessionAnswerSchema,
  stepRecordSchema,
  toolListSchema,
} from './rest-schemas.ts';
import { route } from './route.ts';

const keyParams = z.object({ key: z.string().check(z.minLength(1)) });
const idParams = z.object({ id: z.string().check(z.minLength(1)) });

/** Scenarios, sessions, episodes and the server itself: what every page may ask for. */
export const studioRoutes = {
  listScenarios: route({
    method: 'GET',
    path: '/api/scenarios',
    summary: 'All scenarios, with their tasks and what checking found',
    response: z.object({ items: z.array(scenarioSchema), packs: z.array(packSchema) }),
  }),
  getScenario: route({
    method: 'GET',
    path: '/api/scenarios/:key',
    summary: 'One scenario',
    params: keyParams,
    response: scenarioSchema,
  }),
  getScenarioTools: route({
    method: 'GET',
    path: '/api/scenarios/:key/tools',
    summary: 'The tools of a scenario; warms it',
    params: keyParams,
    response: toolListSchema,
  }),
  createSession: route({
    method: 'POST',
    path: '/api/sessions',
    byPage: true,
    summary: 'Opens a session for a person; resets it where a scenario is named',
    body: z.strictObject({
      scenario: z.optional(z.string()),
      taskIdx: z.optional(z.nullable(z.int())),
      /** `options` of the wire's reset. */
      options: z.optional(z.record(z.string(), z.unknown())),
    }),
    response: sessionAnswerSchema,
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/sessions',
    summary:
      'Live sessions of people and clients, last used first; on a public server only those whose ids are given',
    query: z.object({
      /** Comma-separated. */
      ids: z.optional(z.string().check(z.maxLength(20_000))),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 200),
    }),
    /** `total`: all there are, listed or not. */
    response: z.object({ items: z.array(sessionInfoSchema), total: z.int().check(z.nonnegative()) }),
  }),
  getSession: route({
    method: 'GET',
    path: '/api/sessions/:id',
    summary: 'One session; its id is the key to it',
    params: idParams,
    response: sessionInfoSchema,
  }),
  getSessionTools: route({
    method: 'GET',
    path: '/api/sessions/:id/tools',
    summary: 'The tools of the session’s scenario; no step is counted',
    params: idParams,
    response: toolListSchema,
  }),
  resetSession: route({
    method: 'POST',
    path: '/api/sessions/:id/reset',
    byPage: true,
    summary:
      'Starts an episode; the body is the data of the wire’s reset. Only the page that holds control acts; a caller without x-awm-page only while none does',
    params: idParams,
    body: z.record(z.string(), z.unknown()),
    response: sessionAnswerSchema,
  }),
  stepSession: route({
    method: 'POST',
    path: '/api/sessions/:id/step',
    byPage: true,
    summary: 'Calls a tool, verify or done, or lists the tools',
    params: idParams,
    body: z.strictObject({ action: actionSchema }),
    response: outcomeSchema,
  }),
  cancelSession: route({
    method: 'POST',
    path: '/api/sessions/:id/cancel',
    byPage: true,
    summary: 'Ends the running call; the session goes on from the last committed database',
    params: idParams,
    response: z.object({ cancelled: z.boolean() }),
  }),
  controlSession: route({
    method: 'POST',
    path: '/api/sessions/:id/control',
    byPage: true,
    summary:
      'Who acts in a session. ask: takes control where it is free, else asks its holder, who has 10 s to keep it; hand_over: gives it to the page that asks, or to `to`; keep: refuses; release: lets it go',
    params: idParams,
    body: z.discriminatedUnion('do', [
      z.strictObject({ do: z.literal('ask') }),
      z.strictObject({ do: z.literal('hand_over'), to: z.optional(pageIdSchema) }),
      z.strictObject({ do: z.literal('keep') }),
      z.strictObject({ do: z.literal('release') }),
    ]),
    response: sessionInfoSchema,
  }),
  closeSession: route({
    method: 'DELETE',
    path: '/api/sessions/:id',
    byPage: true,
    summary: 'Ends the session',
    params: idParams,
    response: z.object({ closed: z.literal(true) }),
  }),
  listEpisodes: route({
    method: 'GET',
    path: '/api/episodes',
    summary: 'Recorded episodes, newest first; on a public server only those of a session whose id is given',
    query: z.object({
      scenario: z.optional(z.string()),
      taskIdx: z.optional(z.coerce.number().check(z.int())),
      experiment: z.optional(z.string()),
      endReason: z.optional(endReasonSchema),
      sessionId: z.optional(z.string()),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 50),
      cursor: z.optional(z.string()),
    }),
    response: z.object({ items: z.array(episodeSchema), nextCursor: z.nullable(z.string()) }),
  }),
  getEpisode: route({
    method: 'GET',
    path: '/api/episodes/:id',
    summary: 'One episode',
    params: idParams,
    response: episodeSchema,
  }),
  getEpisodeSteps: route({
    method: 'GET',
    path: '/api/episodes/:id/steps',
    summary: 'Steps of an episode, from and to inclusive; at most 500, or about 32 MiB, at once',
    params: idParams,
    query: z.object({
      from: z._default(z.coerce.number().check(z.int(), z.gte(1)), 1),
      to: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
    }),
    /** `nextFrom`: where to go on; null where nothing is left. */
    response: z.object({ items: z.array(stepRecordSchema), nextFrom: z.nullable(z.int()) }),
  }),
  setRun: route({
    method: 'PATCH',
    path: '/api/episodes/run',
    summary: 'Says of episodes which run they belong to',
    body: z.strictObject({
      ids: z.array(z.string()).check(z.minLength(1), z.maxLength(10_000)),
      run: runSchema,
    }),
    response: z.object({ changed: z.number() }),
  }),
  health: route({
    method: 'GET',
    path: '/api/health',
    summary: 'Versions, sandbox layers, limits, packs',
    response: healthSchema,
  }),
} as const;
