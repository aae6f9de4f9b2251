import * as z from 'zod/mini';
import { commentSchema, labelDocSchema } from './label-doc.ts';
import { guidelineSectionSchema, labelSchemaDocSchema } from './label-schema.ts';
import { annotationIdSchema, assignmentStateSchema, queueKindSchema, queueStateSchema } from './queues.ts';

/**
 * What the labelling screen gets. Blind: no verdict, reward, class of reward, actor, or label of others is in it. An
 * assignment's id stands for its run in the evidence routes (`/api/episodes/:id/changes|tables|sql|…`), so that the run's own id, the
 * key to all that is known of it, stays unknown to its annotator.
 */

/** A step as a blind annotator may see it. */
export const blindStepSchema = z.object({
  seq: z.int(),
  kind: z.enum(['list_tools', 'call_tool', 'verify', 'done', 'list_scenarios']),
  toolName: z.nullable(z.string()),
  /** JSON text, numbers as the client spelled them. */
  argumentsJson: z.nullable(z.string()),
  /** The agent's own words: message and reasoning alone. */
  message: z.nullable(z.string()),
  reasoning: z.nullable(z.string()),
  httpMethod: z.nullable(z.string()),
  httpRoute: z.nullable(z.string()),
  httpStatus: z.nullable(z.number()),
  /** The answer's text as it came; null for verify and done, whose answers tell the verdict. */
  responseText: z.nullable(z.string()),
  /** The call failed, by its status or because no such tool or argument was there. */
  failed: z.boolean(),
  wrote: z.boolean(),
  /** Rows added, changed and removed; null: not recorded or not known yet. */
  rows: z.nullable(z.object({ added: z.int(), changed: z.int(), removed: z.int() })),
  /** Verify, done and list_tools are shown and not marked. */
  labelled: z.boolean(),
});
export type BlindStep = z.output<typeof blindStepSchema>;

export const blindRunSchema = z.object({
  scenario: z.string(),
  taskIdx: z.nullable(z.int()),
  task: z.nullable(z.string()),
  finalAnswer: z.nullable(z.string()),
  /** The step in which the final answer was given (verify or done); its mark is the answer's mark. Null: none. */
  finalAnswerSeq: z.nullable(z.int()),
  steps: z.array(blindStepSchema),
  /** What an import lacked, each a sentence. */
  missing: z.array(z.string()),
});
export type BlindRun = z.output<typeof blindRunSchema>;

export const draftSchema = z.object({
  /** Rises by one with each save; 0: nothing saved yet. */
  revision: z.int(),
  doc: labelDocSchema,
  savedAtMs: z.nullable(z.number()),
});
export type Draft = z.output<typeof draftSchema>;

export const schemaVersionSchema = z.object({
  version: z.int(),
  hash: z.string(),
  doc: labelSchemaDocSchema,
});

export const assignmentSchema = z.object({
  id: annotationIdSchema,
  queue: z.object({
    id: annotationIdSchema,
    name: z.string(),
    kind: queueKindSchema,
    project: z.object({ id: annotationIdSchema, name: z.string() }),
  }),
  /** Which one it is of mine, and how many there are for me as far as that is known. */
  index: z.int(),
  total: z.nullable(z.int()),
  state: assignmentStateSchema,
  schema: schemaVersionSchema,
  guidelines: z.object({ version: z.int(), sections: z.array(guidelineSectionSchema) }),
  run: blindRunSchema,
  /** Run B of a pair, `run` being A: which is which is drawn for each annotator. Null in other queues. */
  otherRun: z.nullable(
    z.object({
      alias: annotationIdSchema,
      run: blindRunSchema,
      /**
       * Calls that both runs share from their beginning on, times and random values aside, and the first step of each that the other has not
       * (null: it ended there). Null: not known.
       */
      shared: z.nullable(
        z.object({ calls: z.int(), seq: z.nullable(z.int()), otherSeq: z.nullable(z.int()) }),
      ),
    }),
  ),
  draft: draftSchema,
  comments: z.array(commentSchema),
  /**
   * First steps shared with my item before of the same task, with the marks that I gave them there; null: none. Taking them over
   * is the annotator's own act; they carry `by: 'inherited'`.
   */
  shared: z.nullable(z.object({ steps: z.int(), marks: labelDocSchema.shape.steps })),
  /** Server time, as is `nowMs`: a page counts down by the difference, whatever its own clock says. */
  reservedUntilMs: z.nullable(z.number()),
  nowMs: z.number(),
  editableUntilMs: z.nullable(z.number()),
  /** Why it came back. */
  returned: z.nullable(z.object({ note: z.string(), atMs: z.number() })),
  /** What was submitted of it so far, oldest first. */
  versions: z._default(z.array(z.object({ version: z.int(), atMs: z.number(), doc: labelDocSchema })), []),
  /** Fix queues: the step to fork at, and what was said of it. */
  fix: z.nullable(z.object({ seq: z.int(), note: z.string() })),
  /** The annotator looked at verdict and labels before submitting. */
  revealed: z.boolean(),
  /**
   * A version was submitted, and its author asked since then for what tells how runs ended (or nobody knows any more), or got it back with a
   * note: the next version is `revealed`.
   */
  mayHaveLooked: z.boolean(),
  /** A version was submitted: nothing of the run is hidden. */
  submittedBefore: z.boolean(),
});
export type Assignment = z.output<typeof assignmentSchema>;

/** How an assignment stands after a sign of life. Not `reserved`: its draft is kept, but it is not held (any more). */
export const reservationSchema = z.object({
  state: assignmentStateSchema,
  reservedUntilMs: z.nullable(z.number()),
  nowMs: z.number(),
});
export type Reservation = z.output<typeof reservationSchema>;

/** Why there is no next item, with what to do. */
export const noItemSchema = z.object({
  why: z.enum([
    'empty',
    'not_yours',
    'done',
    'all_reserved',
    'limit',
    'paused',
    'closed',
    'onboarding_first',
    'onboarding_failed',
  ]),
  message: z.string(),
});

export const nextSchema = z.object({
  assignment: z.nullable(assignmentSchema),
  none: z.nullable(noItemSchema),
});

/** After an onboarding item: what the gold says, row by row. */
export const feedbackSchema = z.object({
  right: z.boolean(),
  differences: z.array(z.object({ row: z.string(), yours: z.string(), gold: z.string() })),
  why: z.string(),
  score: z.object({ right: z.int(), done: z.int(), total: z.int(), passMark: z.number() }),
});

export const submissionAnswerSchema = z.object({
  submission: z.object({ id: annotationIdSchema, version: z.int(), atMs: z.number() }),
  next: nextSchema,
  feedback: z.nullable(feedbackSchema),
});

/** `details` of the error `conflict` that a save gets whose base is not the last one. */
export const draftConflictSchema = z.object({ draft: draftSchema });

/** My queues, as the page that I start from lists them. Nothing of others' pace. */
export const myQueueSchema = z.object({
  id: annotationIdSchema,
  name: z.string(),
  kind: queueKindSchema,
  state: queueStateSchema,
  project: z.object({ id: annotationIdSchema, name: z.string() }),
  submitted: z.int(),
  skipped: z.int(),
  returned: z.int(),
  /** Items that I could still get; null: not known (filled as runs come). */
  left: z.nullable(z.int()),
  onboarding: z.enum(['none', 'to_do', 'passed', 'failed']),
});

export const mySubmissionSchema = z.object({
  assignment: annotationIdSchema,
  index: z.int(),
  scenario: z.string(),
  taskIdx: z.nullable(z.int()),
  state: assignmentStateSchema,
  outcome: z.nullable(z.string()),
  /** Of a pair, as the caller sees it. */
  preference: labelDocSchema.shape.preference,
  flagged: z.boolean(),
  skipReason: z.nullable(z.string()),
  atMs: z.number(),
  versions: z.int(),
  editableUntilMs: z.nullable(z.number()),
});

/** What Reveal shows (of a pair: of run A, and of B in `other`); that it was asked for stands on the label from then on. */
const revealedRunSchema = z.object({
  verdict: z.nullable(z.string()),
  reward: z.nullable(z.number()),
  actor: z.string(),
  policy: z.nullable(z.string()),
});

export const revealSchema = z.extend(revealedRunSchema, {
  /** Run B of a pair. */
  other: z.nullable(revealedRunSchema),
  labels: z.array(z.object({ outcome: z.nullable(z.string()), preference: labelDocSchema.shape.preference })),
  atMs: z.number(),
});
