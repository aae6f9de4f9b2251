import * as z from 'zod/mini';

/** People's word on tasks: which are fit to train and to measure on. */

/** Tasks in one request. */
export const TASKS_LIMIT = 20_000;

export const TASK_STATUSES = ['ok', 'suspect', 'quarantined', 'fixed'] as const;
export const taskStatusSchema = z.enum(TASK_STATUSES);
export type TaskStatusName = z.output<typeof taskStatusSchema>;

export const taskPlaceSchema = z.strictObject({
  scenario: z.string().check(z.minLength(1), z.maxLength(200)),
  taskIdx: z.int().check(z.nonnegative()),
});
export type TaskPlace = z.output<typeof taskPlaceSchema>;

/** sha256 of each; null: the task has no such verifier. `scenario`: code, schema and seed. */
export const taskHashesSchema = z.object({
  text: z.string().check(z.maxLength(64)),
  code: z.nullable(z.string().check(z.maxLength(64))),
  sql: z.nullable(z.string().check(z.maxLength(64))),
  scenario: z.string().check(z.maxLength(64)),
});
export type TaskHashes = z.output<typeof taskHashesSchema>;
export const TASK_PARTS = ['text', 'code', 'sql', 'scenario'] as const;
export type TaskPart = (typeof TASK_PARTS)[number];

export const reasonSchema = z.nullable(z.string().check(z.maxLength(2_000)));
/** Links that back it: addresses of this studio (`/web/runs/…`) or others. */
export const evidenceLinkSchema = z.strictObject({
  label: z.string().check(z.minLength(1), z.maxLength(200)),
  href: z.string().check(
    z.minLength(1),
    z.maxLength(2_000),
    z.refine((href) => /^(https?:\/\/|\/(?!\/))/.test(href), 'must begin with / or http'),
  ),
});
export type EvidenceLink = z.output<typeof evidenceLinkSchema>;
export const evidenceSchema = z.array(evidenceLinkSchema).check(z.maxLength(20));

export const saidSchema = z.object({
  status: taskStatusSchema,
  reason: z.nullable(z.string()),
  evidence: z.array(evidenceLinkSchema),
  by: z.string(),
  atMs: z.number(),
});
export type TaskSaid = z.output<typeof saidSchema>;

/** Of a task that somebody has said something of; others count as ok. */
export const taskStatusEntrySchema = z.object({
  scenario: z.string(),
  taskIdx: z.int(),
  ...saidSchema.shape,
  /** What is not as it was when it was said; empty: the word stands. */
  recheck: z.array(z.enum(TASK_PARTS)),
});
export type TaskStatusEntry = z.output<typeof taskStatusEntrySchema>;

/** A line of the file of statuses. Version 1. */
export const statusLineSchema = z.object({
  format: z.literal('awm-studio task status 1'),
  scenario: z.string().check(z.minLength(1), z.maxLength(200)),
  task_idx: z.int().check(z.nonnegative()),
  task: z.optional(z.string()),
  status: taskStatusSchema,
  reason: z._default(reasonSchema, null),
  evidence: z._default(evidenceSchema, []),
  /** Null: nobody has said anything, so it counts as ok. */
  by: z.nullable(z.string().check(z.maxLength(80))),
  at: z.nullable(z.string().check(z.maxLength(40))),
  task_hash: z.string().check(z.maxLength(64)),
  hashes: taskHashesSchema,
});
export type StatusLine = z.output<typeof statusLineSchema>;

export const importReportSchema = z.object({
  /** Statuses that were taken over; of these, not fitting today's task. */
  taken: z.int(),
  recheck: z.int(),
  /** Known already, or older than what is known. */
  unchanged: z.int(),
  /** Of scenarios or tasks that are not here; lines that are no statuses. */
  unknown: z.int(),
  problems: z.array(z.object({ line: z.int(), message: z.string() })),
});
export type StatusImport = z.output<typeof importReportSchema>;
