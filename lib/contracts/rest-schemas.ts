import { z } from 'zod';
import { ERROR_CODES } from './errors.ts';
import { endReasonSchema, sessionInfoSchema, stepKindSchema } from './live.ts';

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
  /** As the pack says; null where it says nothing. */
  category: z.nullable(z.string()),
  /** Tables of the pack's schema. */
  tableCount: z.int(),
  /** Null: not checked yet, so not known; 0: it does not start. */
  toolCount: z.nullable(z.int()),
  /** Null: not checked yet. */
  findings: z.object({ checkedAtMs: z.number(), items: z.array(findingSchema) }).nullable(),
});
export type Scenario = z.output<typeof scenarioSchema>;

export const packSchema = z.object({
  name: z.string(),
  kind: z.enum(['jsonl', 'source']),
  trusted: z.boolean(),
  scenarios: z.number(),
  problems: z.array(
    z.object({ pack: z.string(), file: z.string(), line: z.number().optional(), message: z.string() }),
  ),
});

const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  /** The HTTP route behind the tool, where known. */
  method: z.string().nullable(),
  path: z.string().nullable(),
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
  reward: z.number().nullable(),
  done: z.boolean(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
});

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
  /** Played with verdicts hidden until done. */
  baseline: z.boolean(),
  /** The step at which the person first saw a verdict before the end; null: never. */
  sawVerdictAt: z.int().nullable(),
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

export const sessionAnswerSchema = z.object({
  session: sessionInfoSchema,
  outcome: outcomeSchema.nullable(),
});
