import * as z from 'zod/mini';
import { attachedMessagesSchema } from './artifacts.ts';
import { jobSchema } from './jobs.ts';
import { route } from './route.ts';

const idParams = z.object({ id: z.string().check(z.minLength(1)) });

export const artifactRoutes = {
  startUpload: route({
    method: 'POST',
    path: '/api/imports',
    summary:
      'Begins an import: files are sent to it one by one, then it is run. What is not run within an hour goes',
    response: z.object({ id: z.string(), maxFileBytes: z.int(), maxFiles: z.int(), maxBytes: z.int() }),
  }),
  uploadFile: route({
    method: 'PUT',
    path: '/api/imports/:id/file',
    summary:
      'One file of an import; the body is the file, `path` its relative path (folder/trajectory.json, runs.zip)',
    params: idParams,
    query: z.object({ path: z.string().check(z.minLength(1), z.maxLength(1_000)) }),
    upload: true,
    response: z.object({ bytes: z.int() }),
  }),
  runImport: route({
    method: 'POST',
    path: '/api/imports/:id/run',
    summary:
      'Reads what was sent: session folders, zips of them, trajectory.json alone, logs of tool calls, exports of a studio; a job whose report names every run and what is missing of it',
    params: idParams,
    body: z.strictObject({
      /** Where the artifacts do not say: whose runs they are. */
      run: z.optional(z.record(z.string(), z.unknown())),
      /** Rebuild the databases of steps by replay where the scenario is known. */
      reconstruct: z._default(z.boolean(), true),
    }),
    response: jobSchema,
  }),
  dropUpload: route({
    method: 'DELETE',
    path: '/api/imports/:id',
    summary: 'Gives up an import that was not run',
    params: idParams,
    response: z.object({ dropped: z.literal(true) }),
  }),
  exportEpisode: route({
    method: 'GET',
    path: '/api/episodes/:id/export',
    summary:
      'A run as a zip that opens here and for any reader of session folders, or as a page of HTML by itself',
    params: idParams,
    query: z.object({ format: z._default(z.enum(['zip', 'html']), 'zip') }),
    download: true,
    response: z.unknown(),
  }),
  exportSelection: route({
    method: 'GET',
    path: '/api/run-selections/:id/export',
    summary: 'The runs of a selection (at most 10,000) as one zip',
    params: idParams,
    download: true,
    response: z.unknown(),
  }),
  pullEpisodes: route({
    method: 'POST',
    path: '/api/pulls',
    summary:
      'Merges the runs of another studio that are not here yet, by content hash; a job that can be run again. A token goes to that studio alone and is forgotten with the job',
    body: z.strictObject({
      /** Without a name or password in it. */
      url: z.url(),
      /** An API token of the other studio that may read; needed where it has accounts. */
      token: z.optional(
        z
          .string()
          .check(
            z.regex(
              /^[\x21-\x7e]{1,500}$/,
              'Not an API token: it has a letter that no token has, or is too long. Paste it again',
            ),
          ),
      ),
      /** A filter, as its run table takes it. */
      q: z._default(z.string().check(z.maxLength(4_000)), ''),
    }),
    response: jobSchema,
  }),
  getMessages: route({
    method: 'GET',
    path: '/api/episodes/:id/messages',
    summary: 'The agent’s log that was attached to a run, aligned with its steps',
    params: idParams,
    response: attachedMessagesSchema,
  }),
  attachMessages: route({
    method: 'POST',
    path: '/api/episodes/:id/messages',
    summary:
      'Attaches an agent’s log (OpenAI chat messages, as a list or {messages}), aligned by the order of calls; `dryRun` only says how it fits. An empty list takes it away',
    params: idParams,
    body: z.strictObject({ log: z.unknown(), dryRun: z._default(z.boolean(), false) }),
    response: attachedMessagesSchema,
  }),
} as const;
