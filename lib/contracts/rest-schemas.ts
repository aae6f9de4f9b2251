import * as z from 'zod/mini';
import { ERROR_CODES } from './errors.ts';
import { endReasonSchema, sessionInfoSchema, stepKindSchema } from './live.ts';
import { originSchema } from './runs.ts';

/** The values of the REST table. */

const ERROR_CODE_NAMES = Object.keys(ERROR_CODES) as [keyof typeof ERROR_CODES];

export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODE_NAMES),
    message: z.string(),
    details: z.record(z.string(), z.unknown()),
  }),
});
export type ErrorBody = z.output<typeof errorBodySchema>;

const findingSchema = z.object({
  code: z.string(),
  message: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
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
  /** As the pack says; null where it says nothing. */
  category: z.nullable(z.string()),
  /** Tables of the pack's schema. */
  tableCount: z.int(),
  /** Null: not checked yet, so not known; 0: it does not start. */
  toolCount: z.nullable(z.int()),
  /** Null: not checked yet. */
  findings: z.nullable(z.object({ checkedAtMs: z.number(), items: z.array(findingSchema) })),
});
export type Scenario = z.output<typeof scenarioSchema>;

export const packSchema = z.object({
  name: z.string(),
  kind: z.enum(['jsonl', 'source']),
  trusted: z.boolean(),
  scenarios: z.number(),
  problems: z.array(
    z.object({ pack: z.string(), file: z.string(), line: z.optional(z.number()), message: z.string() }),
  ),
});

const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  /** The HTTP route behind the tool, where known. */
  method: z.nullable(z.string()),
  path: z.nullable(z.string()),
});
export type ToolInfo = z.output<typeof toolSchema>;

export const toolListSchema = z.object({
  tools: z.array(toolSchema),
  seedErrors: z.array(z.object({ table: z.string(), statement: z.string(), message: z.string() })),
  /** Keeps state outside the database. */
  stateful: z.boolean(),
});

/** What a reset or a step came to; the observation's keys are those of the wire. */
export const outcomeSchema = z.object({
  observation: z.record(z.string(), z.unknown()),
  reward: z.nullable(z.number()),
  done: z.boolean(),
  metadata: z.nullable(z.record(z.string(), z.unknown())),
});

const actionMetadata = z.optional(z.record(z.string(), z.unknown()));

export const actionSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('list_tools'), metadata: actionMetadata }),
  z.strictObject({
    type: z.literal('call_tool'),
    tool_name: z.string(),
    arguments: z._default(z.record(z.string(), z.unknown()), {}),
    metadata: actionMetadata,
  }),
]);

export const runSchema = z.strictObject({
  experiment: z.optional(z.string().check(z.maxLength(200))),
  policy: z.optional(z.string().check(z.maxLength(200))),
  checkpoint: z.optional(z.string().check(z.maxLength(500))),
  train_step: z.optional(z.int()),
  group: z.optional(z.string().check(z.maxLength(200))),
  sample: z.optional(z.int()),
  tags: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(50))),
});

export const episodeSchema = z.object({
  id: z.string(),
  clientEpisodeId: z.nullable(z.string()),
  /** Null where the id would be a key to somebody else's session. */
  sessionId: z.nullable(z.string()),
  scenario: z.string(),
  pack: z.string(),
  scenarioHash: z.string(),
  taskIdx: z.nullable(z.number()),
  task: z.nullable(z.string()),
  actor: z.enum(['human', 'agent', 'unnamed client']),
  transport: z.string(),
  run: runSchema,
  policy: z.enum(['full', 'final', 'calls']),
  startedAtMs: z.number(),
  endedAtMs: z.nullable(z.number()),
  /** Null while it runs. */
  endReason: z.nullable(endReasonSchema),
  steps: z.number(),
  verdict: z.nullable(z.string()),
  reward: z.nullable(z.number()),
  /** Of the last verify, up to ANSWER_LIMIT. */
  finalAnswer: z.nullable(z.string()),
  pinned: z.boolean(),
  /** What the recording policy kept of its snapshots; null until decided. */
  kept: z.nullable(z.enum(['full', 'final', 'calls'])),
  /** Played with verdicts hidden until done. */
  baseline: z.boolean(),
  /** The step at which the person first saw a verdict before the end; null: never. */
  sawVerdictAt: z.nullable(z.int()),
  origin: originSchema,
  /** The episode that it was forked from, and after which step: the steps up to there are copies of its. */
  parent: z.nullable(z.object({ id: z.string(), seq: z.int() })),
  /** What an import lacked, each a sentence. */
  missing: z.array(z.string()),
});
export type Episode = z.output<typeof episodeSchema>;

export const stepRecordSchema = z.object({
  episodeId: z.string(),
  seq: z.int().check(z.positive()),
  kind: stepKindSchema,
  toolName: z.nullable(z.string()),
  /** JSON text, numbers as the client spelled them. */
  argumentsJson: z.nullable(z.string()),
  clientMetadata: z.unknown(),
  observationJson: z.string(),
  rewardType: z.nullable(z.string()),
  reward: z.nullable(z.number()),
  httpMethod: z.nullable(z.string()),
  httpRoute: z.nullable(z.string()),
  httpStatus: z.nullable(z.number()),
  startedAtMs: z.number(),
  durationMs: z.number(),
  runtimeMs: z.nullable(z.number()),
  dbBefore: z.string(),
  dbAfter: z.string(),
  wrote: z.boolean(),
  /** Why `dbAfter` may not be what the session sees. */
  problem: z.nullable(z.object({ code: z.string(), message: z.string() })),
  normalisedAfter: z.nullable(z.string()),
  tablesTouched: z.nullable(z.array(z.string())),
  /** Its state was made by replaying the calls, not recorded. */
  reconstructed: z.boolean(),
});

export type EpisodeStep = z.output<typeof stepRecordSchema>;

const layerSchema = z.object({ active: z.boolean(), why: z.optional(z.string()) });

export const healthSchema = z.object({
  status: z.enum(['healthy', 'degraded']),
  /** Sentences: what does not hold on this machine, and what that means. */
  warnings: z.array(z.string()),
  version: z.string(),
  node: z.string(),
  python: z.string(),
  packages: z.record(z.string(), z.string()),
  sandbox: z.object({
    landlock: z.extend(layerSchema, { abi: z.optional(z.number()) }),
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

export const sessionAnswerSchema = z.object({
  session: sessionInfoSchema,
  outcome: z.nullable(outcomeSchema),
});
