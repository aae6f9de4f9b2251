import * as z from 'zod/mini';
import { endReasonSchema } from './live.ts';
import { originSchema, runRowSchema } from './runs.ts';

/** Forks, replays and comparisons of runs. */

export const lineageNodeSchema = z.object({
  id: z.string(),
  /** The run that it was forked from, and after which of its steps. */
  parent: z.nullable(z.object({ id: z.string(), seq: z.int() })),
  origin: originSchema,
  actor: z.enum(['human', 'agent', 'unnamed client']),
  policy: z.nullable(z.string()),
  steps: z.int(),
  verdict: z.nullable(z.string()),
  startedAtMs: z.number(),
  endReason: z.nullable(endReasonSchema),
});
export type LineageNode = z.output<typeof lineageNodeSchema>;

/** causes of drift, where one can be told. `order`: the same rows in another order. */
export const replayResultSchema = z.object({
  runId: z.string(),
  atMs: z.number(),
  /** equal: equal after normalising (times, random values, numbering of new rows). */
  outcome: z.enum(['exact', 'equal', 'drift', 'not_replayable']),
  /** The first step that came out otherwise. */
  driftAt: z.nullable(z.int()),
  cause: z.nullable(z.enum(['clock', 'random', 'order', 'other'])),
  /** One sentence. */
  message: z.string(),
  /** The scenario is another one than the run was played with. */
  scenarioChanged: z.boolean(),
  clock: z.enum(['now', 'recorded']),
  steps: z.array(
    z.object({
      seq: z.int(),
      /** What the call answered. */
      result: z.enum(['same', 'equal', 'different', 'not_called']),
      /** The database after it. */
      state: z.enum(['same', 'equal', 'different', 'unknown']),
      /** The answer of the replay where it differs, up to 4,000 characters. */
      got: z.nullable(z.string()),
    }),
  ),
});
export type ReplayResult = z.output<typeof replayResultSchema>;

/** The result of a `what_if` job. */
export const whatIfResultSchema = z.object({
  /** The run that was made; open it, or compare it with the original. */
  runId: z.string(),
  /** What the code verifier says at the end. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  flips: z.boolean(),
  /** Steps after the change that came out otherwise than in the original. */
  changedSteps: z.array(z.int()),
});
export type WhatIfResult = z.output<typeof whatIfResultSchema>;

/** One step of a run, as far as comparing needs it. */
export const pathStepSchema = z.object({
  seq: z.int(),
  kind: z.enum(['list_tools', 'call_tool', 'verify', 'done', 'list_scenarios']),
  toolName: z.nullable(z.string()),
  /** JSON text, up to 2,000 characters. */
  argumentsJson: z.nullable(z.string()),
  /** Equal for calls of the same tool with the same arguments (order of keys and spelling of numbers aside). */
  call: z.string(),
  httpStatus: z.nullable(z.int()),
  rewardType: z.nullable(z.string()),
  wrote: z.boolean(),
  /** Names the state after it, times and random values aside; null where it is not recorded. */
  state: z.nullable(z.string()),
  durationMs: z.number(),
  /** The agent's words before it, up to 300 characters. */
  message: z.nullable(z.string()),
});
export type PathStep = z.output<typeof pathStepSchema>;

export const runPathSchema = z.object({
  run: runRowSchema,
  /** Names the first state. */
  seed: z.string(),
  steps: z.array(pathStepSchema),
});
export type RunPath = z.output<typeof runPathSchema>;

/** Rollouts of a task merged: nodes are states, edges the calls that led there. */
export const groupTreeSchema = z.object({
  scenario: z.string(),
  taskIdx: z.nullable(z.int()),
  runs: z.array(
    z.object({
      id: z.string(),
      reward: z.nullable(z.number()),
      verdict: z.nullable(z.string()),
      policy: z.nullable(z.string()),
      sample: z.nullable(z.int()),
      /** The node where it ends. */
      leaf: z.int(),
    }),
  ),
  /** The first one is the seed; parents come before their children. */
  nodes: z.array(
    z.object({
      id: z.int(),
      parent: z.nullable(z.int()),
      /** Steps from the seed, those that change nothing aside. */
      depth: z.int(),
      state: z.nullable(z.string()),
      /** Calls that led here from the parent, most frequent first, at most 5. */
      calls: z.array(
        z.object({ toolName: z.string(), argumentsJson: z.nullable(z.string()), count: z.int() }),
      ),
      /** How many runs go through it; how many of those passed; their mean reward. */
      runs: z.int(),
      passed: z.int(),
      meanReward: z.nullable(z.number()),
      /** A run that goes through it, and its step: where to look at the state. */
      witness: z.object({ id: z.string(), seq: z.int() }),
    }),
  ),
  /** Runs left out, and why. */
  left: z.array(z.object({ id: z.string(), message: z.string() })),
});
export type GroupTree = z.output<typeof groupTreeSchema>;
