import * as z from 'zod/mini';

/** What is kept of runs, and for how long. */

/** Runs that are never deleted, by why. */
export const keptReasonSchema = z.enum(['labelled', 'queued', 'pinned', 'live', 'reference']);
export type KeptReason = z.output<typeof keptReasonSchema>;

export const deletionPreviewSchema = z.object({
  /** Runs that would go, and the bytes that would be free once they are gone for good. */
  runs: z.int(),
  bytes: z.number(),
  /** Runs that stay, each counted under the first reason that holds. */
  kept: z.array(z.object({ reason: keptReasonSchema, runs: z.int(), sample: z.array(z.string()) })),
  /** Runs of the target that are not there any more. */
  gone: z.int(),
});
export type DeletionPreview = z.output<typeof deletionPreviewSchema>;

/** Runs that were deleted together: hidden everywhere at once, gone for good a while later. */
/** Who deletes what a rule says. */
export const BY_RULE = 'retention';

export const deletionSchema = z.object({
  id: z.string(),
  runs: z.int(),
  by: z.string(),
  atMs: z.number(),
  /** Until then it can be undone. */
  undoUntilMs: z.number(),
});
export type Deletion = z.output<typeof deletionSchema>;

/** How long runs of an experiment are kept; null: no such limit. Labelled, pinned and reference runs stay in any case. */
export const keepingRuleSchema = z.object({
  /** Null: runs of no experiment. */
  experiment: z.nullable(z.string().check(z.maxLength(500))),
  /** What is kept of states when a run has ended; null: as it was recorded. */
  states: z.nullable(z.enum(['full', 'final', 'calls'])),
  days: z.nullable(z.number().check(z.gt(0), z.lte(36_500))),
  newest: z.nullable(z.int().check(z.gte(0), z.lte(100_000_000))),
  bytes: z.nullable(z.number().check(z.gte(0))),
});
export type KeepingRule = z.output<typeof keepingRuleSchema>;

export const experimentBytesSchema = z.object({
  experiment: z.nullable(z.string()),
  runs: z.int(),
  /** Labelled, pinned or reference. */
  kept: z.int(),
  /** About what its runs take: states that others use too are shared out. */
  bytes: z.number(),
  rule: z.nullable(keepingRuleSchema),
});
export type ExperimentBytes = z.output<typeof experimentBytesSchema>;

/** What a rule would do now. */
export const keepingDryRunSchema = z.object({
  /** Runs that would be deleted, oldest first. */
  deleted: z.int(),
  deletedIds: z.array(z.string()),
  /** Runs whose states would be cut down. */
  reduced: z.int(),
  reducedIds: z.array(z.string()),
  /** Bytes that would be free. */
  bytes: z.number(),
  kept: z.int(),
});
export type KeepingDryRun = z.output<typeof keepingDryRunSchema>;
