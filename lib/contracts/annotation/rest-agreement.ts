import * as z from 'zod/mini';
import { personIdSchema } from '../people.ts';
import { route } from '../route.ts';
import {
  agreementFilterFields,
  agreementSchema,
  breakdownRowSchema,
  breakdownSchema,
  confusionSchema,
  driftSchema,
  measureIdSchema,
  progressSchema,
  ratedUnitSchema,
} from './agreement.ts';
import { annotationIdSchema } from './queues.ts';

const params = z.object({ id: annotationIdSchema });
const measure = z._default(measureIdSchema, 'outcome');

/** Agreement between annotators, and the lead’s page. None of it for annotators. */
export const agreementRoutes = {
  getAgreement: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/agreement',
    summary:
      'How far annotators agree: percent, Fleiss’ κ, Krippendorff’s α with 95 % intervals by question, first errors with a tolerance, self-agreement on repeats, gold scores, and what is left out',
    params,
    query: z.object(agreementFilterFields),
    response: agreementSchema,
  }),
  getAgreementBy: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/agreement/by/:by',
    summary:
      'Agreement on one question by pair of annotators, by annotator against the others, by scenario, task, guideline section or version of the schema',
    params: z.object({ id: annotationIdSchema, by: breakdownSchema }),
    query: z.object({ ...agreementFilterFields, measure }),
    response: z.object({ rows: z.array(breakdownRowSchema) }),
  }),
  getConfusion: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/agreement/confusion',
    summary: 'Who said what: a table of two annotators, or of all pairs, folded',
    params,
    query: z.object({
      ...agreementFilterFields,
      measure,
      first: z.optional(personIdSchema),
      second: z.optional(personIdSchema),
    }),
    response: confusionSchema,
  }),
  listRated: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/agreement/items',
    summary:
      'Items (of step marks: steps) behind the figures, those in dispute first, with what each annotator said',
    params,
    query: z.object({
      ...agreementFilterFields,
      measure,
      which: z._default(z.enum(['disagree', 'agree', 'all']), 'disagree'),
      first: z.optional(personIdSchema),
      second: z.optional(personIdSchema),
      /** A cell of the confusion table: one said this, the other that. */
      value: z.optional(z.string().check(z.maxLength(1_000))),
      against: z.optional(z.string().check(z.maxLength(1_000))),
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), 50),
    }),
    response: z.object({ items: z.array(ratedUnitSchema), total: z.int() }),
  }),
  getDrift: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/agreement/drift',
    summary:
      'Agreement over time in equal windows, of all or of one annotator with the others; windows are flagged by a permutation test',
    params,
    query: z.object({
      ...agreementFilterFields,
      measure,
      person: z.optional(personIdSchema),
      windows: z._default(z.coerce.number().check(z.int(), z.gte(2), z.lte(40)), 8),
    }),
    response: driftSchema,
  }),
  getProgress: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/progress',
    summary:
      'How labelling goes: pace, forecast, each annotator’s work, gold scores and rushed labels, items that are stuck',
    params,
    response: progressSchema,
  }),
} as const;
