import * as z from 'zod/mini';
import { personIdSchema } from '../people.ts';
import { labelDocSchema } from './label-doc.ts';
import {
  annotationIdSchema,
  assignmentStateSchema,
  queueKindSchema,
  queueSettingsSchema,
  queueSourceSchema,
  queueStateSchema,
} from './queues.ts';

/** Queues as their lead sees them. */

export const memberSchema = z.strictObject({
  person: personIdSchema,
  name: z.string().check(z.minLength(1), z.maxLength(120)),
});
export type QueueMember = z.output<typeof memberSchema>;

export const queueCountsSchema = z.object({
  /** Items that are labelled as work, and runs that they stand for. */
  items: z.int(),
  runs: z.int(),
  gold: z.int(),
  /** Labels to be given all in all (items × overlap), and given. */
  wanted: z.int(),
  submitted: z.int(),
  /** Items that have all their labels. */
  done: z.int(),
  reserved: z.int(),
  returned: z.int(),
  skips: z.int(),
  /** Items that whoever could get them has skipped: nobody will label them. */
  stuck: z.int(),
  removed: z.int(),
});
export type QueueCounts = z.output<typeof queueCountsSchema>;

export const queueSummarySchema = z.object({
  id: annotationIdSchema,
  project: z.object({ id: annotationIdSchema, name: z.string() }),
  name: z.string(),
  kind: queueKindSchema,
  state: queueStateSchema,
  settings: queueSettingsSchema,
  source: z.nullable(queueSourceSchema),
  everyone: z.boolean(),
  onboarding: z.nullable(annotationIdSchema),
  /** The queue whose labels are given again here. */
  relabels: z.nullable(annotationIdSchema),
  counts: queueCountsSchema,
  by: z.string(),
  atMs: z.number(),
});
export type QueueSummary = z.output<typeof queueSummarySchema>;

export const queuePersonSchema = z.object({
  person: personIdSchema,
  name: z.string(),
  /** Named as a member; else they have items because the queue is open to all annotators. */
  member: z.boolean(),
  submitted: z.int(),
  reserved: z.int(),
  skipped: z.int(),
  returned: z.int(),
  /** Of an onboarding queue. */
  onboarding: z.nullable(
    z.object({
      state: z.enum(['to_do', 'passed', 'failed']),
      right: z.int(),
      done: z.int(),
      total: z.int(),
      round: z.int(),
    }),
  ),
  lastAtMs: z.nullable(z.number()),
});

export const queueDetailSchema = z.extend(queueSummarySchema, { people: z.array(queuePersonSchema) });
export type QueueDetail = z.output<typeof queueDetailSchema>;

export const queuePreviewSchema = z.object({
  /** Runs that the source names. */
  runs: z.int(),
  /** New items, and new runs that are the same as another of the source or of the queue: they join its item. */
  items: z.int(),
  identical: z.int(),
  already: z.int(),
  removed: z.int(),
  notEnded: z.int(),
  /** Over the limit per task and day. */
  overLimit: z.int(),
  gone: z.int(),
  /** Of `items`: runs of which states are missing. They can be labelled by their calls and answers. */
  notRecorded: z.int(),
});
export type QueuePreview = z.output<typeof queuePreviewSchema>;

/** What pairs come to in a queue. */
export const pairsAddedSchema = z.object({
  /** Runs that were looked at, their tasks, and those that have no other of their task. Of a kept set: of its pairs. */
  runs: z.int(),
  tasks: z.int(),
  alone: z.int(),
  pairs: z.int(),
  /** New items. */
  items: z.int(),
  already: z.int(),
  removed: z.int(),
  /** Both runs are the same, times and random values aside: there is nothing to prefer. */
  identical: z.int(),
  notEnded: z.int(),
  gone: z.int(),
  /** Of `items`: states of a run are missing. */
  notRecorded: z.int(),
});
export type PairsAdded = z.output<typeof pairsAddedSchema>;

export const queueItemSchema = z.object({
  id: annotationIdSchema,
  /** Null where it is hidden from whoever asks, on a server with accounts: its id opens it to who is signed out. */
  run: z.nullable(z.string()),
  otherRun: z.nullable(z.string()),
  scenario: z.string(),
  taskIdx: z.nullable(z.int()),
  kind: z.enum(['work', 'gold']),
  gold: z.nullable(labelDocSchema),
  goldWhy: z.string(),
  /** Runs that it stands for besides its own. */
  identical: z.array(z.string()),
  removed: z.boolean(),
  /** Everybody who could get it has skipped it. */
  stuck: z.boolean(),
  /** Only these people get it; empty: everybody of the queue. */
  people: z.array(personIdSchema),
  assignments: z.array(
    z.object({
      id: annotationIdSchema,
      person: personIdSchema,
      name: z.string(),
      kind: z.enum(['work', 'gold', 'repeat']),
      state: assignmentStateSchema,
      atMs: z.number(),
      reservedUntilMs: z.nullable(z.number()),
      hasDraft: z.boolean(),
      skipReason: z.nullable(z.string()),
      versions: z.int(),
      outcome: z.nullable(z.string()),
      /** Of a pair: a is `run`, b is `otherRun`. */
      preference: labelDocSchema.shape.preference,
      returnNote: z.nullable(z.string()),
      revealed: z.boolean(),
    }),
  ),
});
export type QueueItem = z.output<typeof queueItemSchema>;
