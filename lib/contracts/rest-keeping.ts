import * as z from 'zod/mini';
import {
  deletionPreviewSchema,
  deletionSchema,
  experimentBytesSchema,
  keepingDryRunSchema,
  keepingRuleSchema,
} from './keeping.ts';
import { route } from './route.ts';
import { runTargetSchema } from './runs.ts';

const targetBody = z.strictObject({ target: runTargetSchema });
const idParams = z.object({ id: z.string().check(z.minLength(1)) });

export const keepingRoutes = {
  previewDeletion: route({
    method: 'POST',
    path: '/api/deletion-previews',
    summary: 'Says which runs deleting would take and which stay (labelled, pinned, live, references)',
    body: targetBody,
    response: deletionPreviewSchema,
  }),
  deleteRuns: route({
    method: 'POST',
    path: '/api/deletions',
    summary:
      'Deletes runs: they are hidden at once and gone for good after ten minutes, or when the server starts',
    body: targetBody,
    response: deletionSchema,
  }),
  listDeletions: route({
    method: 'GET',
    path: '/api/deletions',
    summary: 'Deletions that can still be undone, newest first',
    response: z.object({ items: z.array(deletionSchema) }),
  }),
  undoDeletion: route({
    method: 'DELETE',
    path: '/api/deletions/:id',
    summary: 'Brings back the runs of a deletion',
    params: idParams,
    response: z.object({ restored: z.int() }),
  }),
  getKeeping: route({
    method: 'GET',
    path: '/api/keeping',
    summary: 'What the runs of each experiment take, and how long they are kept',
    response: z.object({ items: z.array(experimentBytesSchema), bytes: z.number() }),
  }),
  setKeeping: route({
    method: 'PUT',
    path: '/api/keeping',
    summary:
      'Sets how long runs of an experiment are kept; all null takes the rule away. Applied at once, then every hour',
    body: keepingRuleSchema,
    response: keepingRuleSchema,
  }),
  tryKeeping: route({
    method: 'POST',
    path: '/api/keeping/dry-run',
    summary: 'Says which runs and how many bytes a rule would take now; changes nothing',
    body: keepingRuleSchema,
    response: keepingDryRunSchema,
  }),
} as const;
