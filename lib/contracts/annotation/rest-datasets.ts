import * as z from 'zod/mini';
import { jobSchema } from '../jobs.ts';
import { route } from '../route.ts';
import { datasetExportSchema, datasetPreviewSchema, datasetSpecSchema } from './datasets.ts';
import { annotationIdSchema } from './queues.ts';

const idParams = z.object({ id: annotationIdSchema });

/** Labels as training data. */
export const datasetsRoutes = {
  previewDataset: route({
    method: 'POST',
    path: '/api/annotation/exports/preview',
    summary: 'What an export would hold: counts, what is left out and why, and the first rows',
    body: datasetSpecSchema,
    response: datasetPreviewSchema,
  }),
  makeDataset: route({
    method: 'POST',
    path: '/api/annotation/exports',
    summary: 'Writes an export: a job whose result is its id',
    body: datasetSpecSchema,
    response: jobSchema,
  }),
  listDatasets: route({
    method: 'GET',
    path: '/api/annotation/exports',
    summary: 'Exports that were made, newest first; with `project` only that project’s',
    query: z.object({ project: z.optional(annotationIdSchema) }),
    response: z.object({ items: z.array(datasetExportSchema) }),
  }),
  getDataset: route({
    method: 'GET',
    path: '/api/annotation/exports/:id',
    summary: 'One export',
    params: idParams,
    response: datasetExportSchema,
  }),
  downloadDataset: route({
    method: 'GET',
    path: '/api/annotation/exports/:id/zip',
    summary: 'The files of an export with their card (README.md), as a zip',
    params: idParams,
    download: true,
    response: z.unknown(),
  }),
  downloadDatasetFile: route({
    method: 'GET',
    path: '/api/annotation/exports/:id/file',
    summary: 'One file of an export',
    params: idParams,
    query: z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) }),
    download: true,
    response: z.unknown(),
  }),
  pushDataset: route({
    method: 'POST',
    path: '/api/annotation/exports/:id/push',
    summary:
      'Pushes an export to a data set of the Hub, private unless said otherwise: a job. The token serves this push alone and is not kept',
    params: idParams,
    body: z.strictObject({
      /** `owner/name` */
      repo: z.string().check(z.regex(/^\w[\w.-]{0,95}\/\w[\w.-]{0,95}$/)),
      /** `hf_…` */
      token: z.string().check(z.regex(/^hf_[\w-]{1,400}$/)),
      private: z._default(z.boolean(), true),
      branch: z._default(z.string().check(z.regex(/^[\w./-]{1,100}$/)), 'main'),
    }),
    response: jobSchema,
  }),
  removeDataset: route({
    method: 'DELETE',
    path: '/api/annotation/exports/:id',
    summary: 'Removes an export and its files',
    params: idParams,
    response: z.object({ removed: z.literal(true) }),
  }),
} as const;
