import * as z from 'zod/mini';
import { runIdSchema } from '../runs.ts';
import { verifierModeSchema } from '../workbench.ts';

/** Verifiers held against people. */

const shareSchema = z.nullable(
  z.object({ hits: z.int(), n: z.int(), value: z.number(), low: z.number(), high: z.number() }),
);

export const measuresSchema = z.object({
  truePasses: z.int(),
  falsePasses: z.int(),
  falseFailures: z.int(),
  trueFailures: z.int(),
  n: z.int(),
  /** Each with Wilson's 95 % interval; null: no case. */
  precision: shareSchema,
  recall: shareSchema,
  specificity: shareSchema,
  kappa: z.nullable(z.object({ value: z.number(), low: z.number(), high: z.number() })),
});
export type GradingMeasures = z.output<typeof measuresSchema>;

export const gradedRunSchema = z.object({
  run: runIdSchema,
  scenario: z.string(),
  taskIdx: z.int(),
  /** What was said last of its end. */
  verdict: z.string(),
  /** Of the verifier that said it; null: a later look over all runs did. */
  verifier: z.nullable(z.string()),
  human: z.enum(['complete', 'incomplete', 'agent_error', 'server_error']),
  source: z.enum(['decided', 'agreed', 'single']),
  /** People who labelled it. */
  labels: z.int(),
});
export type GradedRun = z.output<typeof gradedRunSchema>;

export const suspectTaskSchema = z.object({
  scenario: z.string(),
  taskIdx: z.int(),
  evidence: z.array(
    z.object({
      kind: z.enum(['false_failures', 'false_passes', 'ambiguous', 'server_errors']),
      hits: z.int(),
      n: z.int(),
      low: z.number(),
      high: z.number(),
      /** At most 50. */
      runs: z.array(runIdSchema),
    }),
  ),
});
export type SuspectTask = z.output<typeof suspectTaskSchema>;

export const gradingQuerySchema = z.object({
  mode: z._default(verifierModeSchema, 'code'),
  scenario: z.optional(z.string()),
  taskIdx: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  /** Hash of a verifier: what that version says, instead of what was said last. */
  verifier: z.optional(z.string()),
  /** Runs with one label alone count too. */
  single: z._default(z.stringbool(), true),
  /** A task is listed from so many cases on, where the lower end of the 95 % interval is over so much. */
  least: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000)), 3),
  over: z._default(z.coerce.number().check(z.gte(0), z.lt(1)), 0.2),
});
export type GradingQuery = z.output<typeof gradingQuerySchema>;

export const gradingSchema = z.object({
  /** Runs by where their truth comes from; disputed ones, and those without a verdict, are in no table. */
  runs: z.object({
    decided: z.int(),
    agreed: z.int(),
    single: z.int(),
    disputed: z.int(),
    noVerdict: z.int(),
  }),
  all: measuresSchema,
  /** The same against what was said in the library, outside of queues. */
  quick: measuresSchema,
  scenarios: z.array(z.object({ scenario: z.string(), ...measuresSchema.shape })),
  tasks: z.array(z.object({ scenario: z.string(), taskIdx: z.int(), ...measuresSchema.shape })),
  /** What each version of a task's verifier said, in its time or later. */
  versions: z.array(
    z.object({ scenario: z.string(), taskIdx: z.int(), verifier: z.string(), ...measuresSchema.shape }),
  ),
  falsePasses: z.array(gradedRunSchema),
  falseFailures: z.array(gradedRunSchema),
  badVerifiers: z.array(suspectTaskSchema),
  badTasks: z.array(suspectTaskSchema),
});
export type Grading = z.output<typeof gradingSchema>;
