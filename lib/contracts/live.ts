import * as z from 'zod/mini';

/**
 * What runs over socket.io between the studio's pages and the server. A page subscribes to a session by its id (the id
 * is the capability) and names the last event that it has; the server sends what came after, then what comes.
 * Events are numbered without gaps per session; where numbers are missing, the server no longer holds those events,
 * and the page reads the steps over REST. Numbers count within an epoch: a server that was restarted numbers anew and
 * says another epoch, and the page starts over with the first event of that.
 */
export const LIVE_PATH = '/socket.io';

/** Larger texts are sent as their beginning; the rest is there over REST. */
export const LIVE_TEXT_LIMIT = 256 * 1024;

const clippedTextSchema = z.object({
  text: z.string(),
  /** UTF-16 code units of the whole text. */
  length: z.int().check(z.nonnegative()),
  /** False where `text` is only the beginning. */
  complete: z.boolean(),
});
type ClippedText = z.output<typeof clippedTextSchema>;

function clipText(text: string): ClippedText {
  if (text.length <= LIVE_TEXT_LIMIT) return { text, length: text.length, complete: true };
  // Not between the two halves of a surrogate pair.
  const splitsPair = /[\uD800-\uDBFF]/.test(text.charAt(LIVE_TEXT_LIMIT - 1));
  const end = splitsPair ? LIVE_TEXT_LIMIT - 1 : LIVE_TEXT_LIMIT;
  return { text: text.slice(0, end), length: text.length, complete: false };
}

export const endReasonSchema = z.enum(['done', 'reset', 'closed', 'idle', 'crashed', 'server_stop']);
export const stepKindSchema = z.enum(['list_tools', 'call_tool', 'verify', 'done', 'list_scenarios']);
export const phaseSchema = z.enum(['new', 'resetting', 'ready', 'running', 'hibernated', 'closed']);

/** A page's name for itself: random, made by the page, kept by its tab. */
export const pageIdSchema = z.string().check(z.regex(/^[\w-]{8,64}$/));

/** Of the pages that watch a person's session one acts. */
export const controlSchema = z.object({
  /** The page that acts; null: whoever acts next takes it. */
  holder: z.nullable(z.string()),
  /** When it was taken or given up. */
  sinceMs: z.number(),
  /** A page that asks for it. */
  requestedBy: z.nullable(z.string()),
  requestedAtMs: z.nullable(z.number()),
  /** The holder, the asking one, and all that watch now. `number` is what people call it: Tab 2. */
  pages: z.array(z.object({ id: z.string(), number: z.int().check(z.positive()), connected: z.boolean() })),
});

/** What became of a session when the server was started anew. */
export const restoredSchema = z.object({
  /** database: its own file; snapshot: the last recorded state; replay: its calls, made again; nothing: see `problem`. */
  from: z.enum(['database', 'snapshot', 'replay', 'nothing']),
  steps: z.int().check(z.nonnegative()),
  /** The call that ran when the server ended: nothing of it is recorded, nor done. */
  lostCall: z.nullable(z.object({ toolName: z.nullable(z.string()), atMs: z.number() })),
  /** Why nothing more can be called, or in what the session differs from what it was. */
  problem: z.nullable(z.string()),
});
export type Restored = z.output<typeof restoredSchema>;

export const sessionInfoSchema = z.object({
  id: z.string(),
  actor: z.enum(['human', 'agent', 'unnamed client']),
  transport: z.string(),
  scenario: z.nullable(z.string()),
  task: z.nullable(z.string()),
  taskIdx: z.nullable(z.number()),
  episodeId: z.nullable(z.string()),
  recordId: z.nullable(z.string()),
  stepCount: z.number(),
  done: z.boolean(),
  phase: phaseSchema,
  idleMs: z.number(),
  createdAtMs: z.number(),
  /** Verdicts, Verify and the scenario's source are hidden until done. */
  baseline: z.boolean(),
  /** When a server that was started anew took the session up again; null where this one opened it. */
  restoredAtMs: z.nullable(z.number()),
  restored: z.nullable(restoredSchema),
  control: controlSchema,
});
export type LiveSessionInfo = z.output<typeof sessionInfoSchema>;

const liveStepSchema = z.object({
  episodeId: z.string(),
  seq: z.int().check(z.positive()),
  kind: stepKindSchema,
  toolName: z.nullable(z.string()),
  arguments: z.nullable(clippedTextSchema),
  /** JSON text of the observation, as the wire carries it. */
  observation: clippedTextSchema,
  rewardType: z.nullable(z.string()),
  reward: z.nullable(z.number()),
  httpMethod: z.nullable(z.string()),
  httpRoute: z.nullable(z.string()),
  httpStatus: z.nullable(z.number()),
  startedAtMs: z.number(),
  durationMs: z.number(),
  wrote: z.boolean(),
  tablesTouched: z.nullable(z.array(z.string())),
});
export type LiveStep = z.output<typeof liveStepSchema>;

/** A recorded step, as far as pages see it. */
interface RecordedStep extends Omit<LiveStep, 'arguments' | 'observation' | 'tablesTouched'> {
  readonly argumentsJson: string | null;
  readonly observationJson: string;
  readonly tablesTouched: readonly string[] | null;
}

/** A recorded step as the live connection sends it: without what only the server needs, long texts cut. */
export function toLiveStep(step: RecordedStep): LiveStep {
  return {
    episodeId: step.episodeId,
    seq: step.seq,
    kind: step.kind,
    toolName: step.toolName,
    arguments: step.argumentsJson === null ? null : clipText(step.argumentsJson),
    observation: clipText(step.observationJson),
    rewardType: step.rewardType,
    reward: step.reward,
    httpMethod: step.httpMethod,
    httpRoute: step.httpRoute,
    httpStatus: step.httpStatus,
    startedAtMs: step.startedAtMs,
    durationMs: step.durationMs,
    wrote: step.wrote,
    tablesTouched: step.tablesTouched === null ? null : [...step.tablesTouched],
  };
}

const seq = z.int().check(z.positive());

const liveEventSchema = z.discriminatedUnion('kind', [
  z.object({ seq, kind: z.literal('info'), info: sessionInfoSchema }),
  z.object({
    seq,
    kind: z.literal('started'),
    what: z.string(),
    toolName: z.nullable(z.string()),
    atMs: z.number(),
  }),
  z.object({ seq, kind: z.literal('step'), step: liveStepSchema }),
  z.object({ seq, kind: z.literal('closed'), reason: endReasonSchema }),
]);
export type LiveEvent = z.output<typeof liveEventSchema>;

export const liveBatchSchema = z.object({
  sessionId: z.string(),
  /** Which numbering the events belong to. */
  epoch: z.string(),
  events: z.array(liveEventSchema),
});
export type LiveBatch = z.output<typeof liveBatchSchema>;

export const subscribeSchema = z.strictObject({
  sessionId: z.string().check(z.minLength(1), z.maxLength(200)),
  /** The last event that the page has; 0 for all that are held. */
  afterSeq: z.int().check(z.nonnegative()),
  /** The numbering that `afterSeq` belongs to; in another one everything that is held is sent. */
  epoch: z.optional(z.string().check(z.maxLength(100))),
  /** Who watches: takes control where it is free. `number` is the one that it had before. */
  page: z.optional(
    z.strictObject({ id: pageIdSchema, number: z.optional(z.int().check(z.positive(), z.lte(10_000))) }),
  ),
});
type Subscribe = z.output<typeof subscribeSchema>;

export const subscribeReplySchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    code: z.enum(['invalid_request', 'not_found', 'capacity_reached', 'blind', 'unauthenticated']),
    message: z.string(),
  }),
]);
export type SubscribeReply = z.output<typeof subscribeReplySchema>;

export interface ClientToServerEvents {
  subscribe: (request: Subscribe, reply: (answer: SubscribeReply) => void) => void;
  unsubscribe: (sessionId: string) => void;
}

export interface ServerToClientEvents {
  /** The page answers when it has taken the batch; until then nothing more is sent. */
  events: (batch: LiveBatch, taken: () => void) => void;
  /** Roles, name or sign-ins of whom the page is open for are others now. */
  identity: () => void;
}
