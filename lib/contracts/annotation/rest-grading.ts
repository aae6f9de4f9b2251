import * as z from 'zod/mini';
import { route } from '../route.ts';
import { gradingQuerySchema, gradingSchema } from './grading.ts';
import { annotationIdSchema } from './queues.ts';

const idParams = z.object({ id: annotationIdSchema });

/** Verifiers held against people. */
export const gradingRoutes = {
  getGrading: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/grading',
    summary:
      'Verdicts against what people say of the same runs: 2×2 with intervals by scenario, task and verifier version, runs in which they differ, tasks to look at',
    params: idParams,
    query: gradingQuerySchema,
    response: gradingSchema,
  }),
  exportGrading: route({
    method: 'GET',
    path: '/api/annotation/projects/:id/grading/export',
    summary: 'The runs of the table, one a line, with verdict, verifier and people’s word',
    params: idParams,
    query: z.extend(gradingQuerySchema, { format: z._default(z.enum(['jsonl', 'csv']), 'jsonl') }),
    download: true,
    response: z.unknown(),
  }),
} as const;
