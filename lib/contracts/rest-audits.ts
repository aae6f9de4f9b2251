import * as z from 'zod/mini';
import {
  auditCodeSchema,
  auditRowSchema,
  auditSeveritySchema,
  auditSummarySchema,
  baselineEntrySchema,
  baselineFileSchema,
  baselineStatusSchema,
} from './audits.ts';
import { jobSchema } from './jobs.ts';
import { route } from './route.ts';

const filter = {
  code: z.optional(auditCodeSchema),
  severity: z.optional(auditSeveritySchema),
  scenario: z.optional(z.string()),
  taskIdx: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
  status: z.optional(baselineStatusSchema),
};

/** Findings of audits. On a public server they are closed unless it was started with --open-library: they name runs. */
export const auditRoutes = {
  startAudit: route({
    method: 'POST',
    path: '/api/audits',
    summary:
      'Audits the whole library, or the scenarios named, as a job; what was audited before and has not changed is not run again, unless `again`',
    body: z.strictObject({
      scenarios: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(10_000))),
      again: z._default(z.boolean(), false),
    }),
    response: jobSchema,
  }),
  getAuditSummary: route({
    method: 'GET',
    path: '/api/audits',
    summary: 'How many findings there are, by code and by scenario, new ones and known ones',
    response: auditSummarySchema,
  }),
  listAuditFindings: route({
    method: 'GET',
    path: '/api/audit-findings',
    summary: 'Findings of the last audits, by scenario, task and code; at most 5,000 at once',
    query: z.object({ ...filter, offset: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
    response: z.object({ items: z.array(auditRowSchema), total: z.int() }),
  }),
  exportAuditFindings: route({
    method: 'GET',
    path: '/api/audit-findings/file',
    summary: 'The findings that match as a file: json, jsonl or sarif',
    query: z.object({ ...filter, format: z.enum(['json', 'jsonl', 'sarif']) }),
    download: true,
    response: z.unknown(),
  }),
  acceptFindings: route({
    method: 'POST',
    path: '/api/audit-baseline',
    summary: 'Takes findings into the baseline as known, with a reason; or takes them out of it',
    body: z.strictObject({
      fingerprints: z
        .array(z.string().check(z.minLength(1), z.maxLength(100)))
        .check(z.minLength(1), z.maxLength(10_000)),
      accept: z.boolean(),
      reason: z._default(z.string().check(z.maxLength(2_000)), ''),
    }),
    response: z.object({ changed: z.int() }),
  }),
  getBaseline: route({
    method: 'GET',
    path: '/api/audit-baseline',
    summary: 'The findings that are known, and those of them that are no longer found',
    response: z.object({ items: z.array(baselineEntrySchema), fixed: z.array(z.string()) }),
  }),
  exportBaseline: route({
    method: 'GET',
    path: '/api/audit-baseline/file',
    summary: 'The baseline as a file, for `studio audit --baseline`',
    download: true,
    response: z.unknown(),
  }),
  importBaseline: route({
    method: 'PUT',
    path: '/api/audit-baseline',
    summary: 'Takes a baseline file in: `replace`, else it is added to what is known',
    body: z.strictObject({ file: baselineFileSchema, replace: z._default(z.boolean(), false) }),
    response: z.object({ entries: z.int() }),
  }),
} as const;
