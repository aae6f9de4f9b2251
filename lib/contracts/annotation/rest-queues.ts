import * as z from 'zod/mini';
import { nameSchema } from './name.ts';
import { personIdSchema } from '../people.ts';
import { route } from '../route.ts';
import { runTargetSchema } from '../runs.ts';
import { labelDocSchema } from './label-doc.ts';
import {
  memberSchema,
  pairsAddedSchema,
  queueDetailSchema,
  queueItemSchema,
  queuePreviewSchema,
  queueSummarySchema,
} from './queue-admin.ts';
import {
  annotationIdSchema,
  pairSourceSchema,
  queueKindSchema,
  queueSettingsChangeSchema,
  queueSettingsSchema,
  queueSourceSchema,
  queueStateSchema,
} from './queues.ts';

const idParams = z.object({ id: annotationIdSchema });
const itemParams = z.object({ id: annotationIdSchema, item: annotationIdSchema });
const assignmentParams = z.object({ id: annotationIdSchema });
const name = nameSchema(120);
const members = z.array(memberSchema).check(z.maxLength(500));

/** Queues as a lead makes and watches them. */
export const queueAdminRoutes = {
  createQueue: route({
    method: 'POST',
    path: '/api/annotation/queues',
    summary: 'Makes a queue of a project. It is filled from its source and open at once',
    body: z.strictObject({
      project: annotationIdSchema,
      name,
      kind: z._default(queueKindSchema, 'label'),
      /** Null: empty, to be filled later. */
      source: z._default(z.nullable(queueSourceSchema), null),
      settings: z.prefault(queueSettingsSchema, {}),
      members: z._default(members, []),
      /** Whoever has the role annotator gets items too. */
      everyone: z._default(z.boolean(), false),
      /** The onboarding queue to be passed before. */
      onboarding: z._default(z.nullable(annotationIdSchema), null),
    }),
    response: queueDetailSchema,
  }),
  listQueues: route({
    method: 'GET',
    path: '/api/annotation/queues',
    summary: 'Queues with their counts, of one project or of all',
    query: z.object({ project: z.optional(annotationIdSchema) }),
    response: z.object({ items: z.array(queueSummarySchema) }),
  }),
  getQueue: route({
    method: 'GET',
    path: '/api/annotation/queues/:id',
    summary: 'A queue with its settings, members and counts',
    params: idParams,
    response: queueDetailSchema,
  }),
  changeQueue: route({
    method: 'PATCH',
    path: '/api/annotation/queues/:id',
    summary:
      'Renames a queue, changes settings (those that are named), pauses, closes or re-opens it. Nothing that was labelled is lost by any of it',
    params: idParams,
    body: z.strictObject({
      name: z.optional(name),
      settings: z.optional(queueSettingsChangeSchema),
      state: z.optional(queueStateSchema),
      everyone: z.optional(z.boolean()),
      onboarding: z.optional(z.nullable(annotationIdSchema)),
      /** Null: it is not filled any more. */
      source: z.optional(z.nullable(queueSourceSchema)),
    }),
    response: queueDetailSchema,
  }),
  previewQueueRuns: route({
    method: 'POST',
    path: '/api/annotation/queue-preview',
    summary: 'What adding runs to a queue, or to a new one, would come to; nothing is changed',
    body: z.strictObject({
      queue: z._default(z.nullable(annotationIdSchema), null),
      source: queueSourceSchema,
      mergeIdentical: z._default(z.boolean(), true),
    }),
    response: queuePreviewSchema,
  }),
  addQueueRuns: route({
    method: 'POST',
    path: '/api/annotation/queues/:id/runs',
    summary:
      'Adds runs; those that are in it, removed ones and those that have not ended stay out. With `people`, only they get the new items',
    params: idParams,
    body: z.strictObject({
      target: runTargetSchema,
      people: z._default(members, []),
      /** Removed runs come back. */
      again: z._default(z.boolean(), false),
    }),
    response: queuePreviewSchema,
  }),
  makePairQueue: route({
    method: 'POST',
    path: '/api/annotation/pair-queues',
    summary:
      'Makes a queue of pairs, of which annotators say which run is better, in a project whose schema asks that. Each annotator sees the two runs in an order of their own, without verdicts. With `dryRun` it is counted only',
    body: z.strictObject({
      project: annotationIdSchema,
      name,
      pairs: pairSourceSchema,
      settings: z.prefault(queueSettingsSchema, {}),
      members: z._default(members, []),
      everyone: z._default(z.boolean(), false),
      onboarding: z._default(z.nullable(annotationIdSchema), null),
      dryRun: z._default(z.boolean(), false),
    }),
    response: z.object({ added: pairsAddedSchema, queue: z.nullable(queueDetailSchema) }),
  }),
  addQueuePairs: route({
    method: 'POST',
    path: '/api/annotation/queues/:id/pairs',
    summary:
      'Adds pairs to a queue of pairs; those that are in it, or were taken out, stay out. With `dryRun` they are counted only',
    params: idParams,
    body: z.strictObject({ pairs: pairSourceSchema, dryRun: z._default(z.boolean(), false) }),
    response: pairsAddedSchema,
  }),
  listQueueItems: route({
    method: 'GET',
    path: '/api/annotation/queues/:id/items',
    summary: 'Items with who has which and how far',
    params: idParams,
    query: z.object({
      which: z._default(
        z.enum(['all', 'work', 'gold', 'untouched', 'in_work', 'full', 'skipped', 'removed']),
        'all',
      ),
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
    }),
    response: z.object({ items: z.array(queueItemSchema), total: z.int() }),
  }),
  removeQueueItems: route({
    method: 'POST',
    path: '/api/annotation/queues/:id/items/remove',
    summary:
      'Takes items out. Labels and drafts stay; a queue that fills itself does not take their runs again',
    params: idParams,
    body: z.strictObject({ items: z.array(annotationIdSchema).check(z.minLength(1), z.maxLength(10_000)) }),
    response: z.object({ removed: z.int() }),
  }),
  setGold: route({
    method: 'PUT',
    path: '/api/annotation/queues/:id/items/:item/gold',
    summary: 'Says what an item’s label should be, and why; null makes it an item like others',
    params: itemParams,
    body: z.strictObject({
      gold: z.nullable(labelDocSchema),
      why: z._default(z.string().check(z.maxLength(10_000)), ''),
    }),
    response: queueItemSchema,
  }),
  setQueueMembers: route({
    method: 'POST',
    path: '/api/annotation/queues/:id/members',
    summary: 'Adds and removes members; what they labelled stays, what they hold goes back',
    params: idParams,
    body: z.strictObject({
      add: z._default(members, []),
      remove: z._default(z.array(personIdSchema).check(z.maxLength(500)), []),
    }),
    response: queueDetailSchema,
  }),
  returnLabel: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/return',
    summary: 'Sends a submitted label back to its author with a note; both versions are kept',
    params: assignmentParams,
    body: z.strictObject({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(5_000)) }),
    response: queueItemSchema,
  }),
  releaseReservation: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/release',
    summary: 'Ends a reservation, so that somebody else gets the item; its draft is kept',
    params: assignmentParams,
    response: queueItemSchema,
  }),
  retryOnboarding: route({
    method: 'POST',
    path: '/api/annotation/queues/:id/retry',
    summary: 'Lets a person who failed an onboarding queue do it again from its beginning',
    params: idParams,
    body: z.strictObject({ person: personIdSchema }),
    response: queueDetailSchema,
  }),
  makeRelabelQueue: route({
    method: 'POST',
    path: '/api/annotation/queues/:id/relabel',
    summary:
      'Makes a queue of the labels that lean on changed sections of the guidelines, for those who gave them; each starts from what they said',
    params: idParams,
    body: z.strictObject({
      name: z.optional(name),
      /** Numbers of sections; a label leans on one by what it chose. Empty: every label of older guidelines or schema. */
      sections: z._default(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(200)), []),
      /** Count only, make nothing. */
      dryRun: z._default(z.boolean(), false),
    }),
    response: z.object({
      labels: z.int(),
      items: z.int(),
      /** Labels of gold items, left out: what is known of these is the lead’s to look at first. */
      gold: z.int(),
      queue: z.nullable(queueDetailSchema),
    }),
  }),
} as const;
