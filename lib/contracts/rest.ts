import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { endReasonSchema, sessionInfoSchema, stepKindSchema } from './live.ts';

/**
 * The studio's REST interface. The server registers from this table, the client calls by it, OpenAPI is made from it.
 * Every failure is `{error: {code, message, details}}` with the status of its code.
 */
export interface RouteSpec {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `/api/things/:id` */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
}

export function route<const R extends RouteSpec>(spec: R): R {
  return spec;
}

const ERROR_CODE_NAMES = Object.keys(ERROR_CODES) as [keyof typeof ERROR_CODES];

export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODE_NAMES),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
});
export type ErrorBody = z.output<typeof errorBodySchema>;

export const findingSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

export const scenarioSchema = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  pack: z.string(),
  trusted: z.boolean(),
  tasks: z.array(z.string()),
  /** By task index. */
  verifiers: z.array(z.object({ code: z.boolean(), sql: z.boolean() })),
  /** Null: not checked yet. */
  findings: z.object({ checkedAtMs: z.number(), items: z.array(findingSchema) }).nullable(),
});
export type Scenario = z.output<typeof scenarioSchema>;

const packSchema = z.object({
  name: z.string(),
  kind: z.enum(['jsonl', 'source']),
  trusted: z.boolean(),
  scenarios: z.number(),
  problems: z.array(
    z.object({ pack: z.string(), file: z.string(), line: z.number().optional(), message: z.string() }),
  ),
});

export const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  /** The HTTP route behind the tool, where known. */
  method: z.string().nullable(),
  path: z.string().nullable(),
});
export type ToolInfo = z.output<typeof toolSchema>;

const toolListSchema = z.object({
  tools: z.array(toolSchema),
  seedErrors: z.array(z.object({ table: z.string(), statement: z.string(), message: z.string() })),
  /** Keeps state outside the database. */
  stateful: z.boolean(),
});

/** What a reset or a step came to; the observation's keys are those of the wire. */
export const outcomeSchema = z.object({
  observation: z.record(z.string(), z.unknown()),
  reward: z.number().nullable(),
  done: z.boolean(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});
export type OutcomeBody = z.output<typeof outcomeSchema>;

const actionMetadata = z.record(z.string(), z.unknown()).optional();

export const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('list_tools'), metadata: actionMetadata }),
  z.strictObject({
    type: z.literal('call_tool'),
    tool_name: z.string(),
    arguments: z.record(z.string(), z.unknown()).default({}),
    metadata: actionMetadata,
  }),
]);

export const runSchema = z.strictObject({
  experiment: z.string().max(200).optional(),
  policy: z.string().max(200).optional(),
  checkpoint: z.string().max(500).optional(),
  train_step: z.int().optional(),
  group: z.string().max(200).optional(),
  sample: z.int().optional(),
  tags: z.array(z.string().max(100)).max(50).optional(),
});

export const episodeSchema = z.object({
  id: z.string(),
  clientEpisodeId: z.string().nullable(),
  /** Null where the id would be a key to somebody else's session. */
  sessionId: z.string().nullable(),
  scenario: z.string(),
  pack: z.string(),
  scenarioHash: z.string(),
  taskIdx: z.number().nullable(),
  task: z.string().nullable(),
  actor: z.enum(['human', 'agent', 'unnamed client']),
  transport: z.string(),
  run: runSchema,
  policy: z.enum(['full', 'final', 'calls']),
  startedAtMs: z.number(),
  endedAtMs: z.number().nullable(),
  /** Null while it runs. */
  endReason: endReasonSchema.nullable(),
  steps: z.number(),
  verdict: z.string().nullable(),
  reward: z.number().nullable(),
  finalAnswer: z.string().nullable(),
  pinned: z.boolean(),
  /** What the recording policy kept of its snapshots; null until decided. */
  kept: z.enum(['full', 'final', 'calls']).nullable(),
});
export type Episode = z.output<typeof episodeSchema>;

export const stepRecordSchema = z.object({
  episodeId: z.string(),
  seq: z.int().positive(),
  kind: stepKindSchema,
  toolName: z.string().nullable(),
  /** JSON text, numbers as the client spelled them. */
  argumentsJson: z.string().nullable(),
  clientMetadata: z.unknown(),
  observationJson: z.string(),
  rewardType: z.string().nullable(),
  reward: z.number().nullable(),
  httpMethod: z.string().nullable(),
  httpRoute: z.string().nullable(),
  httpStatus: z.number().nullable(),
  startedAtMs: z.number(),
  durationMs: z.number(),
  runtimeMs: z.number().nullable(),
  dbBefore: z.string(),
  dbAfter: z.string(),
  wrote: z.boolean(),
  /** Why `dbAfter` may not be what the session sees. */
  problem: z.object({ code: z.string(), message: z.string() }).nullable(),
  normalisedAfter: z.string().nullable(),
  tablesTouched: z.array(z.string()).nullable(),
});
export type EpisodeStep = z.output<typeof stepRecordSchema>;

const layerSchema = z.object({ active: z.boolean(), why: z.string().optional() });

export const healthSchema = z.object({
  status: z.enum(['healthy', 'degraded']),
  /** Sentences: what does not hold on this machine, and what that means. */
  warnings: z.array(z.string()),
  version: z.string(),
  node: z.string(),
  python: z.string(),
  packages: z.record(z.string(), z.string()),
  sandbox: z.object({
    landlock: layerSchema.extend({ abi: z.number().optional() }),
    seccomp: layerSchema,
    rlimits: z.boolean(),
    noNewPrivs: z.boolean(),
    namespaces: layerSchema,
  }),
  runtime: z.object({ zygotes: z.number(), sessions: z.number(), warming: z.number() }),
  sessions: z.object({ open: z.number(), max: z.number() }),
  limits: z.object({
    frameInBytes: z.number(),
    frameOutBytes: z.number(),
    toolTimeoutMs: z.number(),
    readyTimeoutMs: z.number(),
    verifierTimeoutMs: z.number(),
    maxIdleMs: z.number(),
  }),
  packs: z.array(packSchema),
});
export type Health = z.output<typeof healthSchema>;

const keyParams = z.object({ key: z.string().min(1) });
const idParams = z.object({ id: z.string().min(1) });
const sessionAnswer = z.object({ session: sessionInfoSchema, outcome: outcomeSchema.nullable() });

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
    response: sessionAnswer,
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
    response: sessionAnswer,
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
    summary: 'Steps of an episode, from and to inclusive, at most 500 at once',
    params: idParams,
    query: z.object({
      from: z.coerce.number().int().min(1).default(1),
      to: z.coerce.number().int().min(1).optional(),
    }),
    response: z.object({ items: z.array(stepRecordSchema) }),
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
