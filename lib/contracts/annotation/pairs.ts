import * as z from 'zod/mini';
import { labelOutcomeSchema, runIdSchema } from '../runs.ts';
import { annotationIdSchema } from './queues.ts';

/** Preference pairs that executed runs prove, and mistakes put right by forks. */

/** Runs that pairs may be looked for in at once. */
export const PAIR_RUNS = 20_000;

export const pairFiltersSchema = z.strictObject({
  /** Calls that both runs share before they part. */
  minPrefix: z._default(z.int().check(z.gte(0), z.lte(1_000)), 1),
  /** Pairs of a task at most, those of the longest prefix first. */
  perTask: z._default(z.int().check(z.gte(1), z.lte(1_000)), 20),
  /** One pair of each shared prefix; else one of each two actions after it. */
  onePerPrefix: z._default(z.boolean(), true),
  /** Both runs are labelled and the labels say what the verdicts say. A label against its verdict rules out a run in any case. */
  labelled: z._default(z.boolean(), false),
  /** No pass that deserves a look. */
  unsuspicious: z._default(z.boolean(), true),
  /** Nobody suspects or quarantined the task. */
  cleanTasks: z._default(z.boolean(), true),
});
export type PairFilters = z.output<typeof pairFiltersSchema>;

/** What was done after the shared prefix: a call, or ending with an answer. */
export const pairActionSchema = z.object({
  /** Of the run; null: it ended without asking for a verdict and without `done`. */
  seq: z.nullable(z.int()),
  kind: z.enum(['call', 'end']),
  toolName: z.nullable(z.string()),
  /** JSON text, up to 2,000 characters. */
  argumentsJson: z.nullable(z.string()),
  httpStatus: z.nullable(z.int()),
});
export type PairAction = z.output<typeof pairActionSchema>;

export const pairSideSchema = z.object({
  run: runIdSchema,
  verdict: z.string(),
  /** sha256 of the code verifier that said so. */
  verifierHash: z.nullable(z.string()),
  /** People's word on the run; null: unlabelled. */
  label: z.nullable(z.union([labelOutcomeSchema, z.literal('mixed')])),
  policy: z.nullable(z.string()),
  checkpoint: z.nullable(z.string()),
  action: pairActionSchema,
  /** Runs that did the same after the same prefix, and how many of them passed. */
  runs: z.int(),
  passed: z.int(),
});
export type PairSide = z.output<typeof pairSideSchema>;

export const provenPairSchema = z.object({
  scenario: z.string(),
  taskIdx: z.int(),
  /** Calls that both share. */
  prefix: z.int(),
  /** Names the prefix: its calls and the states after them, times and random values aside. */
  prefixHash: z.string(),
  /** The state after some of its calls was not recorded: there, the calls alone are equal. */
  statesKnown: z.boolean(),
  chosen: pairSideSchema,
  rejected: pairSideSchema,
});
export type ProvenPair = z.output<typeof provenPairSchema>;

/** Why a run or a pair was not used, in the order in which it is asked. */
export const PAIR_LEFT = [
  'gone',
  'hidden',
  'no_task',
  'running',
  'no_verdict',
  'server_error',
  'disputed',
  'unlabelled',
  'suspicious',
  'unclean_task',
  'short_prefix',
  'same_prefix',
  'over_limit',
] as const;
export const pairLeftSchema = z.enum(PAIR_LEFT);
export type PairLeft = z.output<typeof pairLeftSchema>;

export const pairCountsSchema = z.object({
  /** Runs that were looked at, and those that could be used. */
  runs: z.int(),
  used: z.int(),
  tasks: z.int(),
  pairs: z.int(),
  left: z.array(z.object({ why: pairLeftSchema, of: z.enum(['runs', 'pairs']), count: z.int() })),
});
export type PairCounts = z.output<typeof pairCountsSchema>;

/** Pairs as they stood when they were made: verdicts, verifiers and labels are of that moment. */
export const pairSetSchema = z.object({
  id: annotationIdSchema,
  name: z.string(),
  project: z.nullable(annotationIdSchema),
  filters: pairFiltersSchema,
  /** What the runs were selected by, and how many they were. */
  query: z.string(),
  /** sha256 over the ids of all runs that were looked at, sorted. */
  runsHash: z.string(),
  counts: pairCountsSchema,
  by: z.string(),
  atMs: z.number(),
});
export type PairSet = z.output<typeof pairSetSchema>;

export const fixAttemptSchema = z.object({
  id: annotationIdSchema,
  assignment: annotationIdSchema,
  /** The session to play in; null once it has ended. */
  session: z.nullable(z.string()),
  /** Steps that were played in the fork. */
  played: z.int(),
  state: z.enum(['playing', 'played', 'gone']),
  startedAtMs: z.number(),
  /** It is the one that the annotator gives in. */
  chosen: z.boolean(),
});
export type FixAttempt = z.output<typeof fixAttemptSchema>;

export const fixProofSchema = z.enum(['certified', 'not_certified', 'no_verifier', 'failed', 'waiting']);
export type FixProof = z.output<typeof fixProofSchema>;

/** A mistake put right: what leads to the step, what was done there, what should have been done, and what the verifier says of it. */
export const fixSchema = z.object({
  attempt: annotationIdSchema,
  queue: annotationIdSchema,
  project: annotationIdSchema,
  item: annotationIdSchema,
  scenario: z.string(),
  taskIdx: z.nullable(z.int()),
  /** The run that went wrong, and the fork. */
  run: runIdSchema,
  fork: runIdSchema,
  seq: z.int(),
  note: z.string(),
  rejected: z.nullable(pairActionSchema),
  chosen: z.nullable(pairActionSchema),
  proof: fixProofSchema,
  verdict: z.nullable(z.string()),
  verifierHash: z.nullable(z.string()),
  message: z.nullable(z.string()),
  /** Principal id and name. */
  person: z.string(),
  by: z.string(),
  submittedAtMs: z.number(),
});
export type Fix = z.output<typeof fixSchema>;
