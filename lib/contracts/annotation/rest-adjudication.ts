import * as z from 'zod/mini';
import { route } from '../route.ts';
import {
  adjudicationItemSchema,
  decisionDraftSchema,
  disagreementsSchema,
  keptDecisionDraftSchema,
  proposalSchema,
} from './adjudication.ts';
import { figureSchema, measureIdSchema } from './agreement.ts';
import { annotationIdSchema } from './queues.ts';

const idParams = z.object({ id: annotationIdSchema });
const itemParams = z.object({ item: annotationIdSchema });
const save = { baseRevision: z.int().check(z.gte(0)), draft: decisionDraftSchema };

/** Disagreements and their decisions. */
export const adjudicationRoutes = {
  listDisagreements: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/disagreements',
    summary:
      'Items of a project whose labels differ, grouped by cause. Runs that the caller holds or may get to label are left out and counted',
    params: idParams,
    query: z.object({
      queue: z.optional(annotationIdSchema),
      /** todo: what is not decided. */
      show: z._default(z.enum(['todo', 'decided', 'all']), 'todo'),
    }),
    response: disagreementsSchema,
  }),
  getDisagreementFigures: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/disagreements/agreement',
    summary:
      'How far the project’s labels agree on each question: Krippendorff’s α with its 95 % interval. Without runs that are hidden from the caller',
    params: idParams,
    response: z.object({
      items: z.array(z.object({ id: measureIdSchema, label: z.nullable(z.string()), alpha: figureSchema })),
    }),
  }),
  confirmAgreed: route({
    method: 'POST',
    path: '/api/annotation/projects/:id/agreed',
    summary: 'Confirms all items whose labels are equal, as decisions of their own kind (agreed)',
    params: idParams,
    body: z.strictObject({ queue: z.optional(annotationIdSchema) }),
    response: z.object({ confirmed: z.int() }),
  }),
  getDisagreement: route({
    method: 'GET',
    path: '/api/annotation/disagreements/:item',
    summary:
      'One item with its labels as A, B, …; authors, times and verdicts only once it is decided or revealed',
    params: itemParams,
    response: adjudicationItemSchema,
  }),
  holdDisagreement: route({
    method: 'POST',
    path: '/api/annotation/disagreements/:item/hold',
    summary:
      'Takes an item to decide, or keeps it for longer, so that no other adjudicator decides it too. 409 conflict where another has it, 403 where the caller labelled or may label it',
    params: itemParams,
    body: z.strictObject({}),
    response: adjudicationItemSchema,
  }),
  saveDecisionDraft: route({
    method: 'PUT',
    path: '/api/annotation/disagreements/:item/draft',
    summary:
      'Saves what is chosen so far and keeps the item for longer. 409 conflict where another tab saved since `baseRevision`: `details.draft` is what stands there',
    params: itemParams,
    body: z.strictObject(save),
    response: z.object({ draft: keptDecisionDraftSchema, heldUntilMs: z.number(), nowMs: z.number() }),
  }),
  decideDisagreement: route({
    method: 'POST',
    path: '/api/annotation/disagreements/:item/decide',
    summary:
      'Decides an item: every differing row has a choice, and a reason is given. Answers the item with authors and verdict. The same `key` again answers the same',
    params: itemParams,
    body: z.strictObject({
      ...save,
      key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
      /** The item whose decision this one takes over. */
      like: z._default(z.nullable(annotationIdSchema), null),
    }),
    response: adjudicationItemSchema,
  }),
  skipDisagreement: route({
    method: 'POST',
    path: '/api/annotation/disagreements/:item/skip',
    summary:
      'Leaves an item to others and gives it back: its run is shown again, so that taking it once more is recorded as a reveal. Its draft is kept',
    params: itemParams,
    body: z.strictObject({ reason: z._default(z.string().check(z.maxLength(2_000)), '') }),
    response: z.object({ skipped: z.literal(true) }),
  }),
  giveBackDisagreements: route({
    method: 'POST',
    path: '/api/annotation/projects/:id/disagreements/give-back',
    summary:
      'Gives back all items of a project that the caller opened and did not decide; their runs, hidden until then, are shown again',
    params: idParams,
    body: z.strictObject({
      /** Stays in hand: what is on the screen. */
      except: z.optional(annotationIdSchema),
    }),
    response: z.object({ givenBack: z.int() }),
  }),
  revealDisagreement: route({
    method: 'POST',
    path: '/api/annotation/disagreements/:item/reveal',
    summary: 'Shows authors, times and verdict before the decision, on which it is recorded',
    params: itemParams,
    body: z.strictObject({}),
    response: adjudicationItemSchema,
  }),
  reopenDisagreement: route({
    method: 'POST',
    path: '/api/annotation/disagreements/:item/reopen',
    summary:
      'Takes a decision back: the item is to be decided again, the decision is kept among its versions',
    params: itemParams,
    body: z.strictObject({}),
    response: adjudicationItemSchema,
  }),
  listProposals: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/proposals',
    summary: 'Changes to guidelines that adjudicators proposed, open ones first',
    params: idParams,
    response: z.object({ items: z.array(proposalSchema) }),
  }),
  answerProposal: route({
    method: 'POST',
    path: '/api/annotation/proposals/:proposal/answer',
    summary: 'Marks a proposed change as taken over into the guidelines, or declined, or open again',
    params: z.object({ proposal: annotationIdSchema }),
    body: z.strictObject({ state: proposalSchema.shape.state }),
    response: proposalSchema,
  }),
} as const;
