import * as z from 'zod/mini';
import { labelOutcomeSchema, runIdSchema } from './runs.ts';

/** A task's verifiers as things that are edited, tried over recorded runs and kept in versions. */

export const verifierModeSchema = z.enum(['code', 'sql']);
export type VerifierMode = z.output<typeof verifierModeSchema>;

/** Characters of a verifier's code: the public set's longest has 20,000. */
export const VERIFIER_CODE_LIMIT = 256 * 1024;
/** Saved versions of one verifier. */
export const VERSION_LIMIT = 200;
/** Rows of a try that one answer holds. */
export const TRY_ROW_LIMIT = 2_000;

export const verifierCodeSchema = z.string().check(z.minLength(1), z.maxLength(VERIFIER_CODE_LIMIT));

export const verifierVersionSchema = z.object({
  /** 1 is the pack's. */
  version: z.int(),
  /** pack: as a pack had it when it was first seen here. */
  from: z.enum(['pack', 'saved']),
  hash: z.string(),
  by: z.nullable(z.string()),
  /** Null for the pack's. */
  atMs: z.nullable(z.number()),
  note: z.nullable(z.string()),
});
export type VerifierVersion = z.output<typeof verifierVersionSchema>;

export const taskVerifierSchema = z.object({
  scenario: z.string(),
  taskIdx: z.int(),
  task: z.string(),
  mode: verifierModeSchema,
  /** Modes that the task has a verifier of. */
  modes: z.array(verifierModeSchema),
  functionName: z.string(),
  /** Oldest first. */
  versions: z.array(verifierVersionSchema),
  /** The one that verifies new sessions. */
  inUse: z.int(),
  /** The pack's own one as it is today. */
  packVersion: z.int(),
  /** The number that the next saved version gets. */
  next: z.int(),
  /** Set aside: a saved version was in use when the pack's own verifier changed. */
  recheck: z.nullable(z.object({ version: z.int() })),
  /** Whether this server saves versions, and has a judge for sql mode. */
  canSave: z.boolean(),
  hasJudge: z.boolean(),
});
export type TaskVerifier = z.output<typeof taskVerifierSchema>;

/** One task in the list of verifiers: tasks that have runs or saved versions. */
export const verifierListItemSchema = z.object({
  scenario: z.string(),
  taskIdx: z.int(),
  task: z.string(),
  /** Ended runs, those with people's labels, and labelled ones whose verdict says otherwise. */
  runs: z.int(),
  labelled: z.int(),
  disagree: z.int(),
  modes: z.array(
    z.object({
      mode: verifierModeSchema,
      versions: z.int(),
      inUse: z.int(),
      recheck: z.boolean(),
    }),
  ),
});
export type VerifierListItem = z.output<typeof verifierListItemSchema>;

export const codeCheckSchema = z.object({
  ok: z.boolean(),
  /** What is wrong and at which line (1-based), where it can be told. */
  message: z.nullable(z.string()),
  line: z.nullable(z.int()),
  functionName: z.string(),
  hash: z.string(),
});
export type CodeCheck = z.output<typeof codeCheckSchema>;

/**
 * Where a verifier is true, one character a state from 0 on: `t` complete, `f` anything else, `e` it failed, `?` the state
 * is not kept, `.` not run (yet).
 */
export const stripSchema = z.string();

export const tryRowSchema = z.object({
  /** Place in the try's own order. */
  at: z.int(),
  run: runIdSchema,
  actor: z.enum(['human', 'agent', 'unnamed client']),
  /** Who played, as far as is known: a policy, an experiment. */
  name: z.nullable(z.string()),
  trainStep: z.nullable(z.int()),
  /** Verdicts at the end; null: not run (yet), or none can be given. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  /** sql mode: whether the readings are the same. */
  evidence: z.nullable(z.enum(['same', 'differs', 'failed'])),
  flips: z.boolean(),
  half: z.nullable(z.enum(['tuning', 'held_out'])),
  /** People's word; null: none, they disagree, or it is held out. */
  label: z.nullable(labelOutcomeSchema),
  /** Of the verdict after with the label. */
  agrees: z.nullable(z.boolean()),
  /** A flip towards the label, or away from it. */
  moved: z.nullable(z.enum(['fixed', 'broken'])),
  stripBefore: stripSchema,
  stripAfter: stripSchema,
  /** Step of its end. */
  lastSeq: z.int(),
  /** Why there is no verdict: states not kept, the verifier failed. */
  problem: z.nullable(z.string()),
  answer: z.nullable(z.string()),
});
export type TryRow = z.output<typeof tryRowSchema>;

const panelSchema = z.object({
  /** Verdict complete and the label complete, verdict complete and the label another, … */
  completeComplete: z.int(),
  completeOther: z.int(),
  otherComplete: z.int(),
  otherOther: z.int(),
  n: z.int(),
  agrees: z.int(),
  /** Cohen's κ with its 95 % interval; null where it is not defined. */
  kappa: z.nullable(z.object({ value: z.number(), low: z.number(), high: z.number() })),
});
export type ConfusionPanel = z.output<typeof panelSchema>;

const comparisonSchema = z.object({
  before: panelSchema,
  after: panelSchema,
  /** Flips towards the label and away from it. */
  fixed: z.int(),
  broken: z.int(),
});
export type Comparison = z.output<typeof comparisonSchema>;

export const trySummarySchema = z.object({
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  error: z.nullable(z.string()),
  /** Ended runs that were taken; those that still run are left out. */
  runs: z.int(),
  running: z.int(),
  /** Different ends (database and answer); each is run once. */
  ends: z.int(),
  ran: z.int(),
  /** Runs whose states are not kept, and the first of them. */
  unkept: z.int(),
  unkeptRuns: z.array(runIdSchema),
  flips: z.int(),
  ms: z.number(),
  before: z.object({ version: z.int(), hash: z.string() }),
  after: z.object({ hash: z.string(), line: z.nullable(z.int()) }),
  /** True at step 0, where nothing was done yet; null: not known. */
  vacuous: z.object({ before: z.nullable(z.boolean()), after: z.nullable(z.boolean()) }),
  /** Strips that are left out, for their number. */
  stripsLeftOut: z.int(),
  tuning: comparisonSchema,
  /** Null until it is looked at. */
  heldOut: z.nullable(comparisonSchema),
  heldOutLabels: z.int(),
  /** How often the held-out half of this task was looked at. */
  looks: z.int(),
});
export type TrySummary = z.output<typeof trySummarySchema>;

export const tryRowsSchema = z.object({
  /** Ask for what changed since with this. */
  revision: z.int(),
  items: z.array(tryRowSchema),
  more: z.boolean(),
  summary: trySummarySchema,
});
export type TryRows = z.output<typeof tryRowsSchema>;

/** What one verifier said of one run's end, with all that can be told of it. */
export const tryDetailSchema = z.object({
  run: runIdSchema,
  seq: z.int(),
  answer: z.string(),
  verdict: z.nullable(z.string()),
  returnedJson: z.nullable(z.string()),
  stdout: z.string(),
  error: z.nullable(z.string()),
  traceback: z.nullable(z.string()),
  reads: z.nullable(z.array(z.object({ table: z.string(), columns: z.array(z.string()) }))),
  endedAtLine: z.nullable(z.int()),
  ms: z.number(),
});
export type TryDetail = z.output<typeof tryDetailSchema>;

export const packPatchSchema = z.object({
  /** diff: for `git apply` in the pack's folder; row: the row that takes the old one's place. */
  kind: z.enum(['diff', 'row']),
  fileName: z.string(),
  /** The pack's file, and the row's line in it. */
  file: z.string(),
  line: z.nullable(z.int()),
  text: z.string(),
  oldHash: z.string(),
  newHash: z.string(),
});
export type PackPatch = z.output<typeof packPatchSchema>;

/** The result of a `reverify` job. */
export const reverifyResultSchema = z.object({
  runs: z.int(),
  same: z.int(),
  /** Today's verdict is another than the last one that the run was given. */
  flips: z.int(),
  toComplete: z.int(),
  fromComplete: z.int(),
  /** Runs that had no verdict before. */
  firsts: z.int(),
  left: z.int(),
});
export type ReverifyResult = z.output<typeof reverifyResultSchema>;
