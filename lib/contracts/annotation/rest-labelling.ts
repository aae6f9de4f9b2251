import * as z from 'zod/mini';
import { route } from '../route.ts';
import { anchorSchema, commentSchema, labelDocSchema } from './label-doc.ts';
import {
  assignmentSchema,
  draftSchema,
  mySubmissionSchema,
  myQueueSchema,
  nextSchema,
  reservationSchema,
  revealSchema,
  submissionAnswerSchema,
} from './labelling.ts';
import { annotationIdSchema } from './queues.ts';

const idParams = z.object({ id: annotationIdSchema });
const save = {
  /** The revision that the page's text is made from. */
  baseRevision: z.int().check(z.gte(0)),
  doc: labelDocSchema,
  /** Milliseconds in which the annotator did something on this item, all in all; by the page's monotonic clock. A month at most. */
  activeMs: z.number().check(z.gte(0), z.lte(30 * 86_400_000)),
};

/** What an annotator does. An assignment belongs to whom it was given: for others it is not there. */
export const labellingRoutes = {
  listMyQueues: route({
    method: 'GET',
    path: '/api/annotation/my-queues',
    summary: 'Queues that the caller labels for',
    response: z.object({ items: z.array(myQueueSchema) }),
  }),
  nextItem: route({
    method: 'POST',
    path: '/api/annotation/queues/:id/next',
    summary:
      'The item to label now: the one that is reserved already, else the next one, which it reserves. With `after`: the one to come after that one, reserved ahead',
    params: idParams,
    body: z.strictObject({ after: z.optional(annotationIdSchema) }),
    response: nextSchema,
  }),
  listMySubmissions: route({
    method: 'GET',
    path: '/api/annotation/queues/:id/mine',
    summary:
      'What the caller submitted, skipped or got back in a queue, and drafts whose reservation ran out, newest first',
    params: idParams,
    query: z.object({
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(500)), 100),
    }),
    response: z.object({ items: z.array(mySubmissionSchema), total: z.int() }),
  }),
  getAssignment: route({
    method: 'GET',
    path: '/api/annotation/assignments/:id',
    summary: 'One of the caller’s assignments, with its run, blind until submitted',
    params: idParams,
    response: assignmentSchema,
  }),
  saveDraft: route({
    method: 'PUT',
    path: '/api/annotation/assignments/:id/draft',
    summary:
      'Saves a draft and renews the reservation. 409 conflict where another tab saved since `baseRevision`: `details.draft` is what stands there. A draft of an expired reservation is kept all the same',
    params: idParams,
    body: z.strictObject(save),
    response: z.extend(reservationSchema, { draft: draftSchema }),
  }),
  renewReservation: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/renew',
    summary: 'Keeps an item reserved, or reserves it again after its time ran out where it is still free',
    params: idParams,
    response: reservationSchema,
  }),
  submitLabel: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/submit',
    summary:
      'Submits a label, or a new version of it while it may be edited, and answers the next item. The same `key` again answers what it did the first time. 409 conflict as of a draft; where the reservation ran out and the overlap is full, the draft is kept and the message says so',
    params: idParams,
    body: z.strictObject({
      ...save,
      /** Made by the page, once per try of a person. */
      key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
    }),
    response: submissionAnswerSchema,
  }),
  skipItem: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/skip',
    summary: 'Gives an item back, saying why, and answers the next one; it goes to somebody else',
    params: idParams,
    body: z.strictObject({ reason: z.string().check(z.minLength(1), z.maxLength(2_000)) }),
    response: nextSchema,
  }),
  reopenItem: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/reopen',
    summary: 'Opens a skipped item again where it is still free',
    params: idParams,
    response: assignmentSchema,
  }),
  undoSubmit: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/undo',
    summary:
      'Takes the last submitted version back while it may be edited: the version before it counts again, or the item is reserved with its draft as before. Both are kept',
    params: idParams,
    response: assignmentSchema,
  }),
  revealItem: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/reveal',
    summary: 'Shows verdict, reward, actor and others’ outcomes before submitting; recorded on the label',
    params: idParams,
    response: revealSchema,
  }),
  addComment: route({
    method: 'POST',
    path: '/api/annotation/assignments/:id/comments',
    summary: 'A comment on the run, a step, a place in a response or a cell',
    params: idParams,
    body: z.strictObject({
      anchor: anchorSchema,
      text: z.string().check(z.minLength(1), z.maxLength(10_000)),
    }),
    response: commentSchema,
  }),
  removeComment: route({
    method: 'DELETE',
    path: '/api/annotation/assignments/:id/comments/:comment',
    summary: 'Removes one of the caller’s comments',
    params: z.object({ id: annotationIdSchema, comment: annotationIdSchema }),
    response: z.object({ removed: z.literal(true) }),
  }),
} as const;
