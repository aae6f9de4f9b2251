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

const settings = {
  /** People per item. */
  overlap: z.int().check(z.gte(1), z.lte(20)),
  /** Labels that one person may give in it; 0: as many as there are. */
  perPerson: z.int().check(z.gte(0), z.lte(100_000)),
  ordering: orderingSchema,
  /** For `random` and `stratified`, gold places and repeats: the same seed gives the same order. */
  seed: z.int(),
  /** One in so many items is a gold item, or one's own earlier item again; 0: none. */
  goldOneIn: z.int().check(z.gte(0), z.lte(1_000)),
  repeatOneIn: z.int().check(z.gte(0), z.lte(1_000)),
  /** Minutes without a sign of life after which an item goes to somebody else; its draft is kept. */
  reservationMinutes: z.number().check(z.gte(0.01), z.lte(10_080)),
  /** Minutes in which a submitted label may still be edited by its author. */
  editMinutes: z.number().check(z.gte(0), z.lte(525_600)),
  /** Share of gold items to be right in an onboarding queue. */
  passMark: z.number().check(z.gte(0), z.lte(1)),
  /** Runs with the same calls and answers, times and random values aside, are labelled once. */
  mergeIdentical: z.boolean(),
  /** Labels of steps shared with the item before may be taken over by one key. */
  inherit: z.boolean(),
};

export const queueSettingsSchema = z.strictObject({
  overlap: z._default(settings.overlap, 1),
  perPerson: z._default(settings.perPerson, 0),
  ordering: z._default(settings.ordering, 'grouped'),
  seed: z._default(settings.seed, 0),
  goldOneIn: z._default(settings.goldOneIn, 0),
  repeatOneIn: z._default(settings.repeatOneIn, 0),
  reservationMinutes: z._default(settings.reservationMinutes, 60),
  editMinutes: z._default(settings.editMinutes, 1_440),
  passMark: z._default(settings.passMark, 0.8),
  mergeIdentical: z._default(settings.mergeIdentical, true),
  inherit: z._default(settings.inherit, true),
});
/** Those that are to change. */
export const queueSettingsChangeSchema = z.partial(z.strictObject(settings));
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

/** Pairs that are put into a queue at once, and those of one task that are drawn at random. */
export const QUEUE_PAIRS = 5_000;

/**
 * Where pairs to be compared come from: a kept set, or runs, of which any two of one task make a pair: all of them, or so many of each task,
 * drawn by the seed.
 */
export const pairSourceSchema = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('set'), set: annotationIdSchema }),
  z.strictObject({
    from: z.literal('runs'),
    target: runTargetSchema,
    perTask: z._default(z.nullable(z.int().check(z.gte(1), z.lte(1_000))), null),
    seed: z._default(z.int(), 0),
  }),
]);
export type PairSource = z.output<typeof pairSourceSchema>;

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
