import * as z from 'zod/mini';
import { jobLineSchema, jobSchema } from './jobs.ts';
import { route } from './route.ts';

const idParams = z.object({ id: z.string().check(z.minLength(1)) });

export const jobRoutes = {
  listJobs: route({
    method: 'GET',
    path: '/api/jobs',
    summary:
      'Work behind the scenes, newest first; what ended is kept until the server stops, the newest 100',
    response: z.object({ items: z.array(jobSchema) }),
  }),
  getJob: route({
    method: 'GET',
    path: '/api/jobs/:id',
    summary: 'How far a job is, and what came of it',
    params: idParams,
    response: jobSchema,
  }),
  getJobReport: route({
    method: 'GET',
    path: '/api/jobs/:id/report',
    summary: 'A job’s report, line by line; at most 500 at once',
    params: idParams,
    query: z.object({
      outcome: z.optional(jobLineSchema.shape.outcome),
      offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0),
    }),
    response: z.object({ items: z.array(jobLineSchema), total: z.int(), more: z.int() }),
  }),
  cancelJob: route({
    method: 'DELETE',
    path: '/api/jobs/:id',
    summary: 'Stops a job; what it did stays',
    params: idParams,
    response: jobSchema,
  }),
} as const;
