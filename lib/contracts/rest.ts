import { z } from 'zod';
import { endReasonSchema, sessionInfoSchema } from './live.ts';
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

import { route, type RouteSpec } from './route.ts';

export { errorBodySchema } from './rest-schemas.ts';
export type { RouteSpec } from './route.ts';
export type { ErrorBody, Scenario, ToolInfo } from './rest-schemas.ts';

const keyParams = z.object({ key: z.string().min(1) });
const idParams = z.object({ id: z.string().min(1) });

export const routes = {
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
    summary: 'Opens a session for a person; resets it where a scenario is named',
    body: z.strictObject({
      scenario: z.string().optional(),
      taskIdx: z.int().nullable().optional(),
      /** `options` of the wire's reset. */
      options: z.record(z.string(), z.unknown()).optional(),
    }),
    response: sessionAnswerSchema,
  }),
  listSessions: route({
    method: 'GET',
    path: '/api/sessions',
    summary: 'People’s sessions on this machine; on a public server only those whose ids are given',
    query: z.object({
      /** Comma-separated. */
      ids: z.string().max(20_000).optional(),
    }),
    response: z.object({ items: z.array(sessionInfoSchema) }),
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
    summary: 'Starts an episode; the body is the data of the wire’s reset',
    params: idParams,
    body: z.record(z.string(), z.unknown()),
    response: sessionAnswerSchema,
  }),
  stepSession: route({
    method: 'POST',
    path: '/api/sessions/:id/step',
    summary: 'Calls a tool, verify or done, or lists the tools',
    params: idParams,
    body: z.strictObject({ action: actionSchema }),
    response: outcomeSchema,
  }),
  cancelSession: route({
    method: 'POST',
    path: '/api/sessions/:id/cancel',
    summary: 'Ends the running call; the session goes on from the last committed database',
    params: idParams,
    response: z.object({ cancelled: z.boolean() }),
  }),
  closeSession: route({
    method: 'DELETE',
    path: '/api/sessions/:id',
    summary: 'Ends the session',
    params: idParams,
    response: z.object({ closed: z.literal(true) }),
  }),
  listEpisodes: route({
    method: 'GET',
    path: '/api/episodes',
    summary: 'Recorded episodes, newest first; on a public server only those of a session whose id is given',
    query: z.object({
      scenario: z.string().optional(),
      taskIdx: z.coerce.number().int().optional(),
      experiment: z.string().optional(),
      endReason: endReasonSchema.optional(),
      sessionId: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(500).default(50),
      cursor: z.string().optional(),
    }),
    response: z.object({ items: z.array(episodeSchema), nextCursor: z.string().nullable() }),
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
      from: z.coerce.number().int().min(1).default(1),
      to: z.coerce.number().int().min(1).optional(),
    }),
    /** `nextFrom`: where to go on; null where nothing is left. */
    response: z.object({ items: z.array(stepRecordSchema), nextFrom: z.int().nullable() }),
  }),
  setRun: route({
    method: 'PATCH',
    path: '/api/episodes/run',
    summary: 'Says of episodes which run they belong to',
    body: z.strictObject({ ids: z.array(z.string()).min(1).max(10_000), run: runSchema }),
    response: z.object({ changed: z.number() }),
  }),
  health: route({
    method: 'GET',
    path: '/api/health',
    summary: 'Versions, sandbox layers, limits, packs',
    response: healthSchema,
  }),
} as const;

export type Routes = typeof routes;
export type RouteName = keyof Routes;

type Parsed<R extends RouteSpec, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? z.output<R[K]>
  : undefined;

/** What a handler gets of a request. */
export interface RouteRequest<R extends RouteSpec> {
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
}

/** What a handler answers. */
export type RouteAnswer<R extends RouteSpec> = z.input<R['response']>;
