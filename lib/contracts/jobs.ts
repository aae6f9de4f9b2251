import * as z from 'zod/mini';

/** Work on many runs that goes on behind the page: what it does, how far it is, what came of it. */

export const jobKindSchema = z.enum([
  'import',
  'pull',
  'replay',
  'what_if',
  'reverify',
  'try_verifier',
  'audit',
  'delete',
  'export',
  'label_export',
  'label_push',
]);
export type JobKind = z.output<typeof jobKindSchema>;

/** Lines of a report that are kept; `more` counts the rest. */
export const JOB_LINES = 10_000;

export const jobLineSchema = z.object({
  /** What it is about: a file, a run's id, a scenario. */
  subject: z.string(),
  outcome: z.enum(['ok', 'warning', 'failed', 'skipped']),
  message: z.string(),
  /** The run that it is about or that came of it. */
  run: z.nullable(z.string()),
});
export type JobLine = z.output<typeof jobLineSchema>;

export const jobSchema = z.object({
  id: z.string(),
  kind: jobKindSchema,
  /** One sentence: what it does. */
  title: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  /** Parts that are through, of how many; null: not known yet. */
  done: z.int(),
  total: z.nullable(z.int()),
  ok: z.int(),
  warnings: z.int(),
  failed: z.int(),
  skipped: z.int(),
  /** What it works on now. */
  now: z.nullable(z.string()),
  startedAtMs: z.nullable(z.number()),
  endedAtMs: z.nullable(z.number()),
  error: z.nullable(z.string()),
  /** By kind; see the route that starts it. */
  result: z.unknown(),
});
export type Job = z.output<typeof jobSchema>;
