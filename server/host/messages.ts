import { z } from 'zod';
import { cellSchema, SQL_ROW_LIMIT } from '../../lib/contracts/evidence.ts';

/** What the Python side says. All of it may come from untrusted code, so all of it is parsed. */

const exitStatus = z.object({ signal: z.string().max(32).optional(), exitCode: z.int().optional() });
export type ExitStatus = z.infer<typeof exitStatus>;

const layer = z.object({ active: z.boolean(), abi: z.int().optional(), why: z.string().optional() });

export const helloMessage = z.object({
  event: z.literal('hello'),
  pid: z.int().positive(),
  version: z.string(),
  python: z.string(),
  packages: z.record(z.string(), z.string()),
  sandbox: z.object({
    landlock: layer,
    seccomp: layer,
    rlimits: z.boolean(),
    noNewPrivs: z.boolean(),
    namespaces: layer,
  }),
});
export type Hello = z.infer<typeof helloMessage>;

export const rootEvent = z.discriminatedUnion('event', [
  helloMessage,
  z.object({ event: z.literal('exited'), session: z.string(), status: exitStatus }),
  z.object({ event: z.literal('zygote_gone'), zygote: z.string(), status: exitStatus }),
]);
export type RootEvent = z.infer<typeof rootEvent>;

export const rootAnswer = z.discriminatedUnion('ok', [
  z.object({
    id: z.int(),
    ok: z.literal(true),
    files: z.array(z.enum(['initial.db', 'template.db', 'code.marshal'])).optional(),
    status: exitStatus.optional(),
    pssKib: z.int().optional(),
  }),
  z.object({
    id: z.int(),
    ok: z.literal(false),
    code: z.enum(['scenario_broken', 'runtime_failed']),
    message: z.string(),
  }),
]);
export type RootAnswer = z.infer<typeof rootAnswer>;

const finding = z.object({
  code: z.enum([
    'seed_error',
    'shadowed_route',
    'uncallable_tool',
    'trivial_verifier',
    'mutable_state',
    'nondeterministic',
    'import_failed',
    'reads_clock',
  ]),
  message: z.string().max(4_000),
  details: z.record(z.string(), z.unknown()).optional(),
});

export const toolList = z
  .array(
    z.object({ name: z.string(), description: z.string(), input_schema: z.record(z.string(), z.unknown()) }),
  )
  .max(10_000);

/** What is learned of a scenario once; kept on disk by the hash of its inputs. */
export const learned = z.object({
  /** The tools as JSON text, as Python wrote it: numbers keep their spelling. */
  toolsJson: z.string(),
  operations: z.record(
    z.string(),
    z.object({
      method: z.string(),
      path: z.string(),
      line: z.int().nullable(),
      endLine: z.int().nullable(),
      params: z.array(z.tuple([z.string().nullable(), z.string().nullable()])),
    }),
  ),
  findings: z.array(finding).max(10_000),
});
export type Learned = z.infer<typeof learned>;

export const builtReport = z.object({
  seedErrors: z
    .array(z.object({ table: z.string(), statement: z.string(), message: z.string() }))
    .max(100_000),
  readsClock: z.boolean(),
  moduleWrites: z.boolean(),
  timings: z.record(z.string(), z.number()),
  learned: learned.optional(),
});
export type BuiltReport = z.infer<typeof builtReport>;

const probeAnswer = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  status: z.int().min(0).max(999).nullable(),
  text: z.string().max(4_000),
  absent: z.boolean(),
});

export const checkReport = z.object({
  findings: z.array(finding).max(10_000),
  answers: z.array(probeAnswer).max(20_000),
});

const lines = z.array(z.object({ line: z.int(), sql: z.string().max(1_000) })).max(500);

const verifierFacts = z.object({
  function: z.boolean(),
  line: z.int().nullable(),
  takesAnswer: z.boolean(),
  usesAnswer: z.boolean(),
  readsInitial: z.boolean(),
  readsFinal: z.boolean(),
  drawsLots: z.boolean(),
  saysComplete: z.boolean(),
  clockLine: z.int().nullable(),
  broken: z
    .array(
      z.object({
        line: z.int(),
        sql: z.string().max(1_000),
        error: z.string().max(4_000),
        fatal: z.boolean(),
      }),
    )
    .max(500),
  writes: lines,
  constants: z.array(z.union([z.string().max(1_000), z.number()])).max(500),
});

export const verifiersRead = z.object({ verifiers: z.array(verifierFacts).max(1_000) });
export const statesMade = z.object({ states: z.array(z.base64()).max(100) });

export const sessionMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), pid: z.int().positive() }),
  z.object({ kind: z.literal('ok'), id: z.int(), status: z.int().min(0).max(999), us: z.number() }),
  z.object({
    kind: z.literal('error'),
    id: z.int(),
    status: z.int().min(0).max(999).nullable(),
    us: z.number(),
  }),
  z.object({ kind: z.literal('too_large'), id: z.int(), bytes: z.number(), us: z.number() }),
]);
export type SessionMessage = z.infer<typeof sessionMessage>;

const observation = {
  reads: z
    .array(z.object({ table: z.string(), columns: z.array(z.string()).max(2_000) }))
    .max(500)
    .optional(),
  endedAtLine: z.int().nullable().optional(),
};

export const verifierOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('returned'),
    ...observation,
    value: z.unknown(),
    typeName: z.string().max(200).optional(),
    stdout: z.string(),
    ms: z.number(),
    readsClock: z.boolean(),
  }),
  z.object({
    kind: z.literal('raised'),
    ...observation,
    error: z.string(),
    traceback: z.string(),
    stdout: z.string(),
    ms: z.number(),
    readsClock: z.boolean(),
  }),
]);

const milliseconds = z.number().nonnegative();

/** Rows were made from a database that untrusted code wrote. */
export const queryOutcome = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rows'),
    columns: z.array(z.string()).max(2_000),
    rows: z.array(z.array(cellSchema).max(2_000)).max(SQL_ROW_LIMIT),
    truncated: z.boolean(),
    ms: milliseconds,
  }),
  z.object({
    kind: z.literal('plan'),
    plan: z.array(z.object({ id: z.int(), parent: z.int(), detail: z.string() })).max(2_000),
    ms: milliseconds,
  }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('stopped'), afterMs: milliseconds }),
]);

/** zod's optional keys may hold undefined; our types' optional keys may not. */
export function withoutUndefined<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}

/** Undefined where the text is no JSON. */
export function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}
