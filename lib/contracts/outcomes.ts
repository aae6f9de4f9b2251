import * as z from 'zod/mini';
import { labelOutcomeSchema, runIdSchema, suspicionSchema } from './runs.ts';

/**
 * How the runs of a task end: those that left the same rows behind (by the normalised form, so that the clock and the
 * numbering of new rows do not matter) are one outcome.
 */

/** Outcomes in one answer; rows of one outcome. */
export const OUTCOME_LIMIT = 50;
export const OUTCOME_ROW_LIMIT = 500;
/** Newest runs of an outcome whose answers are looked at. */
export const ANSWER_SAMPLE = 100;

/** Normalised hash of an end state. */
export const endStateSchema = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** What changed, in few parts. `key` and `label`: which row of the seed, and what people call it. */
export const endPartSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('changed'),
    table: z.string(),
    key: z.string(),
    label: z.nullable(z.string()),
    column: z.string(),
    now: z.nullable(z.string()),
    /** Further cells of the row that changed. */
    more: z.int(),
  }),
  z.object({
    kind: z.enum(['changed_rows', 'added', 'removed', 'schema']),
    table: z.string(),
    count: z.int(),
  }),
]);
export type OutcomePart = z.output<typeof endPartSchema>;

export const endCellSchema = z.object({
  column: z.string(),
  /** As text; null is NULL; absent where the row was not there. */
  was: z.optional(z.nullable(z.string())),
  now: z.optional(z.nullable(z.string())),
});

export const endRowSchema = z.object({
  kind: z.enum(['added', 'removed', 'changed', 'schema']),
  table: z.string(),
  key: z.nullable(z.string()),
  label: z.nullable(z.string()),
  cells: z.array(endCellSchema),
});
export type OutcomeRow = z.output<typeof endRowSchema>;

/** Beside the reference, in rows; null: not known. */
export const againstSchema = z.object({
  same: z.int(),
  collateral: z.int(),
  omitted: z.int(),
  differs: z.int(),
  /** One cell that has another value than the reference's; null: there is none. */
  cell: z.nullable(
    z.object({
      table: z.string(),
      column: z.string(),
      here: z.nullable(z.string()),
      reference: z.nullable(z.string()),
    }),
  ),
  /**
   * Changed rows that neither the code nor the SQL verifier reads: not the table or, of a changed row, none of the columns that
   * changed. Null: not known.
   */
  unread: z.nullable(z.int()),
});

/**
 * What the others are compared with. marked: by a person. Else proposed, where runs say it: the end that people labelled
 * complete, of a person's pass without a verdict in sight, of a run tagged gold; else the end of more than half of at least
 * five passes.
 */
export const REFERENCE_KINDS = ['marked', 'label', 'baseline', 'gold', 'majority'] as const;
export const referenceSchema = z.object({
  state: endStateSchema,
  from: z.enum(REFERENCE_KINDS),
  /** A run that ends so. */
  run: z.nullable(runIdSchema),
  by: z.nullable(z.string()),
  atMs: z.nullable(z.number()),
});
export type OutcomeReference = z.output<typeof referenceSchema>;

export const outcomeSchema = z.object({
  /** Null: runs whose last state could not be read. */
  state: z.nullable(endStateSchema),
  runs: z.int(),
  /** By the last verify's word; `none`: never verified. Most frequent first. */
  verdicts: z.array(z.object({ verdict: z.string(), runs: z.int() })),
  /** By the bins of the answer. */
  steps: z.array(z.int()),
  representative: z.nullable(runIdSchema),
  labels: z.array(z.object({ outcome: labelOutcomeSchema, count: z.int() })),
  /** Distinct final answers of the newest runs, most frequent first; at most 3. */
  answers: z.array(z.object({ text: z.string(), count: z.int() })),
  /** Rows that differ from the seed; null: not known. */
  changed: z.nullable(z.int()),
  summary: z.array(endPartSchema),
  isReference: z.boolean(),
  against: z.nullable(againstSchema),
  suspicions: z.array(suspicionSchema),
});
export type Outcome = z.output<typeof outcomeSchema>;

export const outcomesSchema = z.object({
  scenario: z.string(),
  taskIdx: z.int(),
  /** Of the task as its runs met it (its words, the scenario's database and app); null: there are no runs. */
  version: z.nullable(z.string()),
  versions: z.array(z.object({ version: z.string(), runs: z.int(), newest: z.boolean() })),
  /** That are shown; `passes` among all. */
  runs: z.int(),
  passes: z.int(),
  allRuns: z.int(),
  /** Ends of the shown runs. */
  ends: z.int(),
  reference: z.nullable(referenceSchema),
  /** train_step from and to of the bins; empty where no run has one. `runs`: of all outcomes. */
  bins: z.array(z.object({ from: z.int(), to: z.int(), runs: z.int() })),
  /** Most frequent first; the reference is always there. */
  items: z.array(outcomeSchema),
  /** Outcomes beyond these, and their runs. */
  more: z.int(),
  moreRuns: z.int(),
  /** Runs that ended and are still to be sorted in. */
  pending: z.boolean(),
});
export type Outcomes = z.output<typeof outcomesSchema>;

export const outcomeDetailSchema = z.object({
  state: endStateSchema,
  changed: z.nullable(z.int()),
  /** Why rows are not known; null where they are. */
  problem: z.nullable(z.string()),
  reference: z.nullable(referenceSchema),
  representative: z.nullable(runIdSchema),
  /** same: as the reference has it. new: there is no reference. `reference`: the row as that changes it. */
  rows: z.array(
    z.object({
      mark: z.enum(['same', 'collateral', 'differs', 'omitted', 'new']),
      row: endRowSchema,
      reference: z.nullable(endRowSchema),
      /** No verifier of the task reads it; null: not known. */
      unread: z.nullable(z.boolean()),
    }),
  ),
  more: z.int(),
  answers: z.array(z.object({ text: z.string(), count: z.int() })),
});
export type OutcomeDetail = z.output<typeof outcomeDetailSchema>;
