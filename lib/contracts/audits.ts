import * as z from 'zod/mini';
import { runIdSchema } from './runs.ts';

/** What an audit finds wrong with scenarios, their tasks and verifiers. One vocabulary with `data check`. */

/** In the order in which people look at them. */
export const AUDIT_CODES = [
  /** The scenario's code fails before it can answer. */
  'import_failed',
  /** Complete on the untouched database, with no answer or with one that says nothing. */
  'trivial_verifier',
  /** Complete whatever the final state is. */
  'vacuous_verifier',
  /** Never complete: refuses the gold solution or a run that a person calls complete, or cannot say it at all. */
  'unsatisfiable_verifier',
  /** Says complete of a run that a person calls not complete. */
  'accepts_unsolved',
  /** Turns on the answer alone. */
  'trusts_answer',
  /** The task asks for an answer that the verifier does not look at. */
  'ignores_answer',
  /** Raises or gives no verdict on the untouched database, or does not end. */
  'verifier_failed',
  /** Asks for a table or column that is not there. */
  'broken_query',
  'verifier_writes',
  'verifier_reads_clock',
  /** The pack's own solution no longer plays. */
  'gold_fails',
  'seed_error',
  'shadowed_route',
  'uncallable_tool',
  /** A business answer (4xx) that costs the reward of a format error. */
  'business_error_punished',
  /** A fault of the server (5xx) that is rewarded as something else. */
  'server_error_misclassed',
  'nondeterministic',
  'mutable_state',
  'reads_clock',
  /** An agent asked for its verdict and went on. */
  'peeked_verdict',
  'duplicate_task',
] as const;
export const auditCodeSchema = z.enum(AUDIT_CODES);
export type AuditCode = z.output<typeof auditCodeSchema>;

/** error: rewards or pass rates are wrong; warning: they may be; info: worth knowing. */
export const auditSeveritySchema = z.enum(['error', 'warning', 'info']);
export type AuditSeverity = z.output<typeof auditSeveritySchema>;

export const auditEvidenceSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('verifier'),
    taskIdx: z.int(),
    mode: z.enum(['code', 'sql']),
    /** 1-based; null: the whole. */
    line: z.nullable(z.int()),
  }),
  /** Lines of the scenario's code. */
  z.object({ kind: z.literal('source'), line: z.int(), endLine: z.nullable(z.int()) }),
  z.object({ kind: z.literal('tool'), tool: z.string() }),
  z.object({ kind: z.literal('table'), table: z.string() }),
  z.object({ kind: z.literal('run'), run: runIdSchema, seq: z.nullable(z.int()) }),
  /** What was tried or came back, up to 2,000 characters. */
  z.object({ kind: z.literal('text'), label: z.string(), text: z.string() }),
]);
export type AuditEvidence = z.output<typeof auditEvidenceSchema>;

export const auditFindingSchema = z.object({
  /** Names the finding for good: the same defect of the same scenario has the same one, on any machine. */
  fingerprint: z.string(),
  code: auditCodeSchema,
  severity: auditSeveritySchema,
  scenario: z.string(),
  pack: z.string(),
  /** Null: not of one task. */
  taskIdx: z.nullable(z.int()),
  tool: z.nullable(z.string()),
  /** One plain sentence. */
  message: z.string(),
  /** static: read from code and schema; executed: tried now; recorded: seen in runs. */
  source: z.enum(['static', 'executed', 'recorded']),
  evidence: z.array(auditEvidenceSchema),
});
export type AuditFinding = z.output<typeof auditFindingSchema>;

/** known: the baseline names it; new: it does not. */
export const baselineStatusSchema = z.enum(['new', 'known']);

export const baselineEntrySchema = z.object({
  fingerprint: z.string().check(z.minLength(1), z.maxLength(100)),
  code: z.string().check(z.maxLength(100)),
  scenario: z.string().check(z.maxLength(300)),
  taskIdx: z._default(z.nullable(z.int()), null),
  tool: z._default(z.nullable(z.string()), null),
  message: z._default(z.string().check(z.maxLength(4_000)), ''),
  /** Why it is accepted. */
  reason: z._default(z.string().check(z.maxLength(2_000)), ''),
  by: z._default(z.string().check(z.maxLength(80)), ''),
  atMs: z._default(z.nullable(z.number()), null),
});
export type BaselineEntry = z.output<typeof baselineEntrySchema>;

/** Entries of a baseline at most. */
export const BASELINE_LIMIT = 200_000;

/** A baseline as a file. */
export const baselineFileSchema = z.object({
  format: z.literal('awm-studio-audit-baseline'),
  version: z.literal(1),
  findings: z.array(baselineEntrySchema).check(z.maxLength(BASELINE_LIMIT)),
});
export type BaselineFile = z.output<typeof baselineFileSchema>;

/** A finding as lists show it. */
export const auditRowSchema = z.extend(auditFindingSchema, {
  status: baselineStatusSchema,
  /** Why it was accepted and by whom, where it is known. */
  accepted: z.nullable(z.object({ reason: z.string(), by: z.string(), atMs: z.nullable(z.number()) })),
});
export type AuditRow = z.output<typeof auditRowSchema>;

const tally = z.object({ total: z.int(), new: z.int(), known: z.int() });
export type AuditTally = z.output<typeof tally>;

export const auditScenarioSchema = z.object({
  scenario: z.string(),
  pack: z.string(),
  /** null: not audited as it stands now. */
  auditedAtMs: z.nullable(z.number()),
  /** Why it could not be audited. */
  error: z.nullable(z.string()),
  ...tally.shape,
  errors: z.int(),
});
export type AuditScenario = z.output<typeof auditScenarioSchema>;

/** All findings there are, counted. */
export const auditSummarySchema = z.object({
  scenarios: z.int(),
  audited: z.int(),
  ...tally.shape,
  /** Of the baseline, in scenarios that were audited: no longer found. */
  fixed: z.int(),
  byCode: z.array(z.object({ code: auditCodeSchema, severity: auditSeveritySchema, ...tally.shape })),
  byScenario: z.array(auditScenarioSchema),
});
export type AuditSummary = z.output<typeof auditSummarySchema>;
