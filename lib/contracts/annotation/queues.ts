import * as z from 'zod/mini';
import { runQueryTextSchema, runTargetSchema } from '../runs.ts';

/** A queue: runs to be labelled by a project's schema, each by `overlap` people. */

export const annotationIdSchema = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/**
 * label: the work. onboarding: gold items with feedback after each, to be passed before the project's other queues.
 * preference: pairs of runs. fix: a step that went wrong, to be done right by a fork. relabel: labels whose guideline changed.
 */
export const QUEUE_KINDS = ['label', 'onboarding', 'preference', 'fix', 'relabel'] as const;
export const queueKindSchema = z.enum(QUEUE_KINDS);
export type QueueKind = z.output<typeof queueKindSchema>;

export const QUEUE_STATES = ['open', 'paused', 'closed'] as const;
export const queueStateSchema = z.enum(QUEUE_STATES);

/** grouped: scenario, task, shared prefix, so that an app is learned once. uncertain: runs that labels, verdicts or end states dispute first. */
export const ORDERINGS = ['grouped', 'random', 'stratified', 'uncertain'] as const;
export const orderingSchema = z.enum(ORDERINGS);

export const queueSettingsSchema = z.strictObject({
  /** People per item. */
  overlap: z._default(z.int().check(z.gte(1), z.lte(20)), 1),
  ordering: z._default(orderingSchema, 'grouped'),
  /** For `random` and `stratified`, gold places and repeats: the same seed gives the same order. */
  seed: z._default(z.int(), 0),
  /** One in so many items is a gold item, or one's own earlier item again; 0: none. */
  goldOneIn: z._default(z.int().check(z.gte(0), z.lte(1_000)), 0),
  repeatOneIn: z._default(z.int().check(z.gte(0), z.lte(1_000)), 0),
  /** Minutes without a sign of life after which an item goes to somebody else; its draft is kept. */
  reservationMinutes: z._default(z.number().check(z.gte(0.05), z.lte(10_080)), 60),
  /** Minutes in which a submitted label may still be edited by its author. */
  editMinutes: z._default(z.number().check(z.gte(0), z.lte(525_600)), 1_440),
  /** Share of gold items to be right in an onboarding queue. */
  passMark: z._default(z.number().check(z.gte(0), z.lte(1)), 0.8),
  /** Runs with the same calls and answers, times and random values aside, are labelled once. */
  mergeIdentical: z._default(z.boolean(), true),
  /** Labels of steps shared with the item before may be taken over by one key. */
  inherit: z._default(z.boolean(), true),
});
export type QueueSettings = z.output<typeof queueSettingsSchema>;

/** Where items come from: runs fixed once, or a filter that goes on filling it. */
export const queueSourceSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('runs'), target: runTargetSchema }),
  z.strictObject({
    from: z.literal('view'),
    q: runQueryTextSchema,
    /** So many runs of a task a day at most. */
    perTaskPerDay: z.int().check(z.gte(1), z.lte(1_000)),
  }),
]);
export type QueueSource = z.output<typeof queueSourceSchema>;

/** How an item stands for one annotator. */
export const ASSIGNMENT_STATES = [
  'reserved',
  /** Submitted; editable until its window ends. */
  'submitted',
  'skipped',
  /** The reservation ran out; its draft is kept for whoever had it. */
  'expired',
  /** A reviewer sent it back with a note. */
  'returned',
] as const;
export const assignmentStateSchema = z.enum(ASSIGNMENT_STATES);
export type AssignmentState = z.output<typeof assignmentStateSchema>;
