import * as z from 'zod/mini';
import { jobSchema } from './jobs.ts';
import { route } from './route.ts';
import { runTargetSchema } from './runs.ts';
import {
  codeCheckSchema,
  packPatchSchema,
  taskVerifierSchema,
  tryDetailSchema,
  tryRowsSchema,
  trySummarySchema,
  verifierCodeSchema,
  verifierListItemSchema,
  verifierModeSchema,
} from './workbench.ts';

const taskParams = z.object({ key: z.string(), taskIdx: z.coerce.number().check(z.int(), z.gte(0)) });
const tryParams = z.object({ id: z.string() });
const version = z.int().check(z.gte(1));

/** The verifier workbench. On a public server it is closed like the library of runs; saving has a flag of its own. */
export const workbenchRoutes = {
  listVerifiers: route({
    method: 'GET',
    path: '/api/verifiers',
    summary: 'Tasks with runs or saved verifier versions: labels, disagreements, which version verifies',
    response: z.object({ items: z.array(verifierListItemSchema) }),
  }),
  getTaskVerifier: route({
    method: 'GET',
    path: '/api/verifiers/:key/:taskIdx',
    summary: 'The versions of a task’s verifier',
    params: taskParams,
    query: z.object({ mode: z._default(verifierModeSchema, 'code') }),
    response: taskVerifierSchema,
  }),
  getVersionCode: route({
    method: 'GET',
    path: '/api/verifiers/:key/:taskIdx/versions/:version',
    summary: 'The code of one version',
    params: z.extend(taskParams, { version: z.coerce.number().check(z.int(), z.gte(1)) }),
    query: z.object({ mode: z._default(verifierModeSchema, 'code') }),
    response: z.object({ version: z.int(), hash: z.string(), code: z.string() }),
  }),
  saveVersion: route({
    method: 'POST',
    path: '/api/verifiers/:key/:taskIdx/versions',
    summary: 'Keeps a verifier as the next version; with `use` it verifies new sessions from now on',
    params: taskParams,
    body: z.strictObject({
      mode: verifierModeSchema,
      code: verifierCodeSchema,
      note: z._default(z.nullable(z.string().check(z.maxLength(4_000))), null),
      use: z._default(z.boolean(), true),
    }),
    /** `job`: the task’s runs are verified anew behind the scenes. */
    response: z.object({ saved: z.int(), verifier: taskVerifierSchema, job: z.nullable(z.string()) }),
  }),
  useVersion: route({
    method: 'POST',
    path: '/api/verifiers/:key/:taskIdx/use',
    summary: 'Has a version verify new sessions; the pack’s own one gives the task back to the pack',
    params: taskParams,
    body: z.strictObject({ mode: verifierModeSchema, version }),
    response: z.object({ verifier: taskVerifierSchema, job: z.nullable(z.string()) }),
  }),
  checkVerifier: route({
    method: 'POST',
    path: '/api/verifiers/:key/:taskIdx/check',
    summary: 'Whether a draft can be run at all: syntax, imports, a function to call',
    params: taskParams,
    body: z.strictObject({ mode: verifierModeSchema, code: verifierCodeSchema }),
    response: codeCheckSchema,
  }),
  tryVerifier: route({
    method: 'POST',
    path: '/api/verifiers/:key/:taskIdx/tries',
    summary:
      'Runs a draft over the stored runs of the task as a job, beside a version; its rows come from getTryRows',
    params: taskParams,
    body: z.strictObject({
      mode: verifierModeSchema,
      code: verifierCodeSchema,
      /** Beside which version. */
      before: version,
      /** All ended runs of the task where absent. */
      target: z.optional(runTargetSchema),
      /** Comes first. */
      run: z.optional(z.string()),
      /** sql mode: asks the server’s judge for each run. */
      judge: z._default(z.boolean(), false),
    }),
    response: jobSchema,
  }),
  getTryRows: route({
    method: 'GET',
    path: '/api/verifier-tries/:id',
    summary: 'Rows of a try that changed after a revision, and how it stands',
    params: tryParams,
    query: z.object({ after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
    response: tryRowsSchema,
  }),
  getTryDetail: route({
    method: 'GET',
    path: '/api/verifier-tries/:id/runs/:run',
    summary: 'What the draft, or the version beside it, said of one run’s end, and why',
    params: z.object({ id: z.string(), run: z.string() }),
    query: z.object({ of: z._default(z.enum(['before', 'after']), 'after') }),
    response: tryDetailSchema,
  }),
  lookAtHeldOut: route({
    method: 'POST',
    path: '/api/verifier-tries/:id/held-out',
    summary: 'Uncovers the held-out half of the labels for this try; every look is counted',
    params: tryParams,
    response: trySummarySchema,
  }),
  exportCorrections: route({
    method: 'GET',
    path: '/api/verifier-tries/:id/corrections',
    summary: 'Rewards that the try would change, as a file: episode, old, new, hashes of both verifiers',
    params: tryParams,
    query: z.object({ format: z._default(z.enum(['jsonl', 'csv']), 'jsonl') }),
    download: true,
    response: z.unknown(),
  }),
  exportPatch: route({
    method: 'POST',
    path: '/api/verifiers/:key/:taskIdx/patch',
    summary: 'A draft as a change of the pack: a unified diff, or the replaced row of a JSONL pack',
    params: taskParams,
    body: z.strictObject({ mode: verifierModeSchema, code: verifierCodeSchema }),
    response: packPatchSchema,
  }),
  reverify: route({
    method: 'POST',
    path: '/api/reverify',
    summary: 'Has today’s code verifiers judge the ends of runs, as a job; what they say is `regraded`',
    body: z.strictObject({ target: runTargetSchema }),
    response: jobSchema,
  }),
} as const;
