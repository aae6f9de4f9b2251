import * as z from 'zod/mini';
import { labelDocSchema } from './label-doc.ts';
import { guidelineSectionSchema } from './label-schema.ts';
import { blindRunSchema, schemaVersionSchema } from './labelling.ts';
import { annotationIdSchema } from './queues.ts';

/**
 * What an adjudicator gets. Until the decision (or a reveal, which is recorded) it holds no name, time, version, verdict or run id:
 * labels are A, B, … in an order drawn for each item and adjudicator, and the item's id stands for its run in the evidence routes.
 */

export const letterSchema = z.string().check(z.regex(/^[A-T]$/));
const rowIdSchema = z.string().check(z.regex(/^(outcome|firstError|tags|preference|(step|field):\w{1,60})$/));

/** open: to be decided. held: another adjudicator has it open. waiting: labels are still to come. skipped: by me. */
export const DISAGREEMENT_STATES = ['open', 'held', 'waiting', 'skipped', 'decided'] as const;
export const disagreementStateSchema = z.enum(DISAGREEMENT_STATES);

/** Why a person cannot decide an item. */
export const cannotDecideSchema = z.nullable(z.enum(['labelled_it', 'may_label_it']));

export const causeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('section'), section: z.string() }),
  z.object({ kind: z.literal('step'), scenario: z.string(), tool: z.string(), seq: z.int() }),
  z.object({ kind: z.literal('outcome'), outcomes: z.array(z.string()) }),
  z.object({
    kind: z.literal('row'),
    row: z.enum(['firstError', 'step', 'tags', 'field', 'preference']),
  }),
]);

export const disagreementSchema = z.object({
  item: annotationIdSchema,
  queue: annotationIdSchema,
  scenario: z.string(),
  taskIdx: z.nullable(z.int()),
  labels: z.int(),
  /** Rows that differ, in the form's order. */
  rows: z.array(z.string()),
  state: disagreementStateSchema,
  cannot: cannotDecideSchema,
  /** Of `held`. */
  heldBy: z.nullable(z.string()),
  /** Opened by the caller, and neither decided nor given back nor revealed: its run is hidden from them. */
  inHand: z.boolean(),
  /** Of `decided`: a label that it came from was given anew since. */
  stale: z.boolean(),
});
export type Disagreement = z.output<typeof disagreementSchema>;

export const disagreementGroupSchema = z.object({
  /** Same text, same group. */
  key: z.string(),
  cause: causeSchema,
  /** Of a section that the guidelines have. */
  section: z.nullable(z.object({ number: z.string(), title: z.string() })),
  items: z.array(disagreementSchema),
});

export const disagreementsSchema = z.object({
  project: z.object({ id: annotationIdSchema, name: z.string() }),
  groups: z.array(disagreementGroupSchema),
  counts: z.object({
    open: z.int(),
    held: z.int(),
    waiting: z.int(),
    skipped: z.int(),
    decided: z.int(),
    /** Items whose labels are equal (or are one alone where one is asked for), to be confirmed, and those that were. */
    agreed: z.int(),
    confirmed: z.int(),
    /** Left out: runs that the caller holds or may get to label. */
    hidden: z.int(),
    /** Opened by the caller, and neither decided nor given back nor revealed: their runs are hidden from them. */
    inHand: z.int(),
  }),
});
export type Disagreements = z.output<typeof disagreementsSchema>;

export const decisionDraftSchema = z.strictObject({
  /** By row: a label's letter, or a value of one's own, which is in `own`. */
  choices: z._default(z.record(rowIdSchema, z.union([letterSchema, z.literal('own')])), {}),
  own: labelDocSchema,
  reason: z._default(z.string().check(z.maxLength(10_000)), ''),
  /** Number of a guideline section. */
  section: z._default(z.nullable(z.string().check(z.maxLength(20))), null),
  /** What the section should say; goes to the lead. Null: nothing proposed. */
  proposal: z._default(z.nullable(z.string().check(z.maxLength(10_000))), null),
});
export type DecisionDraft = z.output<typeof decisionDraftSchema>;

export const keptDecisionDraftSchema = z.object({
  /** Rises by one with each save; 0: nothing saved yet. */
  revision: z.int(),
  draft: decisionDraftSchema,
  savedAtMs: z.nullable(z.number()),
});
export type KeptDecisionDraft = z.output<typeof keptDecisionDraftSchema>;

/** `details` of the error `conflict` of a save whose base is not the last one. */
export const decisionConflictSchema = z.object({ draft: keptDecisionDraftSchema });

/** Who stands behind a label; told after the decision or a reveal. */
export const labelAuthorSchema = z.object({
  assignment: annotationIdSchema,
  name: z.string(),
  version: z.int(),
  submittedAtMs: z.number(),
  activeMs: z.number(),
  /** Looked at the verdict before submitting. */
  revealed: z.boolean(),
  /** Versions before this one, newest first. */
  before: z.array(z.object({ version: z.int(), submittedAtMs: z.number(), doc: labelDocSchema })),
});

export const comparedLabelSchema = z.object({
  letter: letterSchema,
  doc: labelDocSchema,
  schemaVersion: z.int(),
  /** Of a pair: its author saw the second run as A, and may name it so in words. */
  swapped: z.boolean(),
  author: z.nullable(labelAuthorSchema),
});
export type ComparedLabel = z.output<typeof comparedLabelSchema>;

export const PROVENANCES = ['decided', 'group', 'agreed'] as const;
export const decisionSchema = z.object({
  id: annotationIdSchema,
  /** 1, 2, …: a decision that was opened again gets the next. */
  version: z.int(),
  name: z.string(),
  atMs: z.number(),
  doc: labelDocSchema,
  /** group: taken over from another item's decision, and confirmed. agreed: all labels were equal. */
  provenance: z.enum(PROVENANCES),
  /** By row: whose word. */
  from: z.record(z.string(), z.union([letterSchema, z.literal('own')])),
  reason: z.string(),
  section: z.nullable(z.string()),
  revealed: z.boolean(),
  /** Opened again by whom; null: it stands. */
  undone: z.nullable(z.object({ name: z.string(), atMs: z.number() })),
});
export type Decision = z.output<typeof decisionSchema>;

export const verdictShownSchema = z.object({
  run: z.string(),
  verdict: z.nullable(z.string()),
  reward: z.nullable(z.number()),
  actor: z.string(),
  policy: z.nullable(z.string()),
});

export const adjudicationItemSchema = z.object({
  item: annotationIdSchema,
  project: z.object({ id: annotationIdSchema, name: z.string() }),
  queue: z.object({ id: annotationIdSchema, name: z.string() }),
  state: disagreementStateSchema,
  cannot: cannotDecideSchema,
  heldBy: z.nullable(z.string()),
  heldUntilMs: z.nullable(z.number()),
  nowMs: z.number(),
  stale: z.boolean(),
  schema: schemaVersionSchema,
  guidelines: z.object({ version: z.int(), sections: z.array(guidelineSectionSchema) }),
  run: blindRunSchema,
  otherRun: z.nullable(z.object({ alias: annotationIdSchema, run: blindRunSchema })),
  labels: z.array(comparedLabelSchema),
  draft: keptDecisionDraftSchema,
  /** A label changed since the draft was saved: its choices are gone, its words are not. */
  labelsChanged: z.boolean(),
  revealedAtMs: z.nullable(z.number()),
  /** It was given back and taken again, so that what is hidden could be looked at meanwhile: recorded as a reveal. */
  couldLook: z.boolean(),
  /** After the decision or a reveal. */
  shown: z.nullable(verdictShownSchema),
  /** Of the second run of a pair. */
  shownOther: z.nullable(verdictShownSchema),
  /** Newest first. Only of an item that is decided, or was. */
  decisions: z.array(decisionSchema),
});
export type AdjudicationItem = z.output<typeof adjudicationItemSchema>;

export const proposalSchema = z.object({
  id: annotationIdSchema,
  item: annotationIdSchema,
  section: z.nullable(z.string()),
  text: z.string(),
  name: z.string(),
  atMs: z.number(),
  state: z.enum(['open', 'taken', 'declined']),
  answeredBy: z.nullable(z.string()),
});
export type GuidelineProposal = z.output<typeof proposalSchema>;
