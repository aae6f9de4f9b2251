import * as z from 'zod/mini';
import { cellSchema } from './evidence.ts';
import { endReasonSchema } from './live.ts';

/**
 * The library of runs: every episode, whoever made it, with what is known of its end. A run is pinned down by its id; many
 * of them by a selection.
 */

/** Rows of a page of the run table. */
export const RUN_PAGE_LIMIT = 200;
/** Ids that a request may name one by one; more are named by a selection. */
export const RUN_IDS_LIMIT = 10_000;

export const runIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** Where an episode comes from. what_if: a copy of another with a step dropped or replaced, played by the studio. */
export const originSchema = z.enum(['played', 'fork', 'what_if', 'imported', 'pulled']);
export type Origin = z.output<typeof originSchema>;

/** A person's word on a run. */
export const labelOutcomeSchema = z.enum(['complete', 'incomplete', 'agent_error', 'server_error']);
export type LabelOutcome = z.output<typeof labelOutcomeSchema>;

/** Where it was said: at the run, in a queue of annotators, or by an adjudicator, whose decision stands above the others. */
export const labelSourceSchema = z.enum(['library', 'queue', 'decision']);
export type LabelSource = z.output<typeof labelSourceSchema>;

export const labelSchema = z.object({
  by: z.string(),
  source: z._default(labelSourceSchema, 'library'),
  outcome: labelOutcomeSchema,
  note: z.nullable(z.string()),
  atMs: z.number(),
});
export type RunLabel = z.output<typeof labelSchema>;

/** Why a pass deserves a look. */
export const SUSPICIONS = [
  /** It passed and changed nothing, where the reference or most passes change rows. */
  'no_write',
  /** Rows changed that the reference leaves alone. */
  'collateral',
  /** Rows that the reference changes were left alone, or changed otherwise. */
  'other_end',
  /** Rows changed, beside the reference, that no verifier of the task reads. */
  'unread',
  /** The verifier is true of the database as seeded. */
  'vacuous',
  /** Asked for a verdict more than once before it ended. */
  'peeked',
  /** A person says that it is not complete. */
  'label',
] as const;
export const suspicionSchema = z.enum(SUSPICIONS);
export type Suspicion = z.output<typeof suspicionSchema>;

/** A run as tables show it. Null stands for what is not known (yet). */
export const runRowSchema = z.object({
  id: runIdSchema,
  scenario: z.string(),
  pack: z.string(),
  taskIdx: z.nullable(z.int()),
  /** The task's text, up to 300 characters. */
  task: z.nullable(z.string()),
  actor: z.enum(['human', 'agent', 'unnamed client']),
  transport: z.string(),
  origin: originSchema,
  experiment: z.nullable(z.string()),
  policy: z.nullable(z.string()),
  checkpoint: z.nullable(z.string()),
  trainStep: z.nullable(z.int()),
  group: z.nullable(z.string()),
  sample: z.nullable(z.int()),
  tags: z.array(z.string()),
  startedAtMs: z.number(),
  endedAtMs: z.nullable(z.number()),
  /** Null while it runs. */
  endReason: z.nullable(endReasonSchema),
  steps: z.int(),
  calls: z.int(),
  /** Steps that were answered with an error, and the HTTP statuses of 400 and above among them. */
  errors: z.int(),
  statuses: z.array(z.int()),
  /** Reward types of those steps, e.g. tool_not_found. */
  errorTypes: z.array(z.string()),
  /** Verify calls before the end. */
  verifies: z.int(),
  reward: z.nullable(z.number()),
  /** What the last verify said; null: never verified. */
  verdict: z.nullable(z.string()),
  /** The same by mode. */
  code: z.nullable(z.string()),
  sql: z.nullable(z.string()),
  /** What today's code verifier says of its end. */
  regraded: z.nullable(z.string()),
  /** People's word; null: unlabelled. `mixed`: they do not agree. */
  label: z.nullable(z.union([labelOutcomeSchema, z.literal('mixed')])),
  labels: z.int(),
  /** The label stands for the same as the verdict (complete or not); null where one of them is missing. */
  agrees: z.nullable(z.boolean()),
  /** Rows changed from the first state to the last, and in which tables. */
  wrote: z.nullable(z.int()),
  tables: z.array(z.string()),
  /** Against the task's reference end state; null where there is none. Rows changed beside it, rows left out of it. */
  collateral: z.nullable(z.int()),
  omitted: z.nullable(z.int()),
  /** Changed rows that no verifier of the task reads. */
  unread: z.nullable(z.int()),
  suspicions: z.array(suspicionSchema),
  /** Names its end state: equal for runs of a task that ended with the same rows. */
  endState: z.nullable(z.string()),
  /** The final answer, up to 200 characters. */
  answer: z.nullable(z.string()),
  pinned: z.boolean(),
  notes: z.int(),
});
export type RunRow = z.output<typeof runRowSchema>;

/** The filter as people type it; see lib/domain/run-filter. */
export const runQueryTextSchema = z._default(z.string().check(z.maxLength(4_000)), '');

export const runPageSchema = z.object({
  items: z.array(runRowSchema),
  /** All that match, and all there are. */
  matched: z.int(),
  total: z.int(),
  offset: z.int(),
  /** Runs that are in none of these counts: whoever asks has them to label, and must not know how they ended. Absent: none. */
  hidden: z.optional(z.int()),
  /** Rises with every change of a run; the same revision gives the same answer. */
  revision: z.int(),
  /** Runs whose words cannot be searched yet: they are being read. */
  unsearched: z.optional(z.int()),
  /** Parts of the filter that are not understood, by where they stand in it: they filter nothing. */
  problems: z.array(z.object({ start: z.int(), end: z.int(), message: z.string() })),
});
export type RunPage = z.output<typeof runPageSchema>;

export const runFacetsSchema = z.object({
  matched: z.int(),
  revision: z.int(),
  /** Counted over what matches without the field's own condition; largest first, at most 50 values. */
  facets: z.array(
    z.object({
      field: z.string(),
      values: z.array(z.object({ value: z.string(), count: z.int() })),
      /** Values beyond the 50. */
      more: z.int(),
    }),
  ),
});
export type RunFacets = z.output<typeof runFacetsSchema>;

/** Pass rate and mean reward by train_step, one curve an experiment; at most 20 curves and 500 points each. */
export const runCurvesSchema = z.object({
  revision: z.int(),
  curves: z.array(
    z.object({
      experiment: z.nullable(z.string()),
      points: z.array(
        z.object({
          /** train_step from and to (both included): near ones are put together where there are many. */
          from: z.int(),
          to: z.int(),
          runs: z.int(),
          verified: z.int(),
          passed: z.int(),
          meanReward: z.nullable(z.number()),
        }),
      ),
    }),
  ),
});
export type RunCurves = z.output<typeof runCurvesSchema>;

/** Runs named one by one, or as a selection that was made before, without some of them. */
export const runTargetSchema = z.union([
  z.strictObject({ ids: z.array(runIdSchema).check(z.minLength(1), z.maxLength(RUN_IDS_LIMIT)) }),
  z.strictObject({
    selection: z.string().check(z.minLength(1), z.maxLength(64)),
    except: z.optional(z.array(runIdSchema).check(z.maxLength(RUN_IDS_LIMIT))),
  }),
]);
export type RunTarget = z.output<typeof runTargetSchema>;

/** A set of runs, fixed when it was made: what matches later does not join. Kept for some hours. */
export const runSelectionSchema = z.object({
  id: z.string(),
  query: z.string(),
  revision: z.int(),
  count: z.int(),
  /** Tasks that the runs are of. */
  tasks: z.int(),
  /** Runs that are labelled, or pinned: deleting leaves them. */
  kept: z.int(),
  sample: z.array(runRowSchema),
  madeAtMs: z.number(),
});
export type RunSelection = z.output<typeof runSelectionSchema>;

export const savedViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  query: z.string(),
  /** Column names in order; null: the standard ones. */
  columns: z.nullable(z.array(z.string())),
  /** Comes with the studio: cannot be changed or removed. */
  shipped: z.boolean(),
  count: z.nullable(z.int()),
});
export type SavedView = z.output<typeof savedViewSchema>;

export const noteSchema = z.object({
  id: z.string(),
  /** The step that it is about; null: the run as a whole. */
  seq: z.nullable(z.int()),
  text: z.string(),
  by: z.string(),
  atMs: z.number(),
});
export type RunNote = z.output<typeof noteSchema>;

/**
 * The answer to SQL over the change sets of many runs. The tables it may ask: `runs` (the columns of the run table) and
 * `changes` (run, seq, tool, "table", kind, "key", "column", was, now).
 */
export const stateSearchAnswerSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rows'),
    columns: z.array(z.string()),
    rows: z.array(z.array(cellSchema)),
    truncated: z.boolean(),
    /** Runs named by a column called `run`, each once. */
    runs: z.array(runIdSchema),
    /** Runs whose states were read; those left out because their states are not kept, or for the limit. */
    searched: z.int(),
    unread: z.int(),
    beyondLimit: z.int(),
    ms: z.number(),
  }),
  z.object({ kind: z.literal('refused'), message: z.string() }),
  z.object({ kind: z.literal('stopped'), afterMs: z.number(), message: z.string() }),
]);
export type StateSearchAnswer = z.output<typeof stateSearchAnswerSchema>;
