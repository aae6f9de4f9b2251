import * as z from 'zod/mini';
import { personIdSchema } from '../people.ts';
import { annotationIdSchema, queueKindSchema, queueStateSchema } from './queues.ts';

/** How far annotators of a project agree, and how its labelling goes. */

export const NO_FIGURE = ['no_labels', 'one_annotator', 'no_overlap', 'one_category'] as const;
export const NO_INTERVAL = ['one_item', 'all_agree', 'no_variation', 'unstable'] as const;

/** A statistic with its 95 % interval, or with the reason why it has no value or no interval. Never NaN. */
export const figureSchema = z.object({
  value: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  why: z.nullable(z.enum(NO_FIGURE)),
  noInterval: z.nullable(z.enum(NO_INTERVAL)),
});
export type FigureAnswer = z.output<typeof figureSchema>;

/** A share with Wilson's interval. */
export const shareSchema = z.object({
  hits: z.int(),
  n: z.int(),
  value: z.number(),
  low: z.number(),
  high: z.number(),
});
export type ShareAnswer = z.output<typeof shareSchema>;

/**
 * outcome; passes (complete or not, which is the same under every version); firstError; steps (marks of one's own); tags (as sets); cause (the first
 * tag); preference; `field:ID` of the project's own questions.
 */
export const measureIdSchema = z
  .string()
  .check(
    z.regex(
      /^(outcome|passes|firstError|steps|tags|cause|preference|section:[\d.]{1,20}|field:[a-z][a-z0-9_]{0,39})$/,
    ),
  );

export const reliabilitySchema = z.object({
  percent: figureSchema,
  /** Of nominal values; of others it is told too, as if they were. */
  fleiss: figureSchema,
  alpha: figureSchema,
  /** Items that two or more labelled, and their units (steps). */
  items: z.int(),
  units: z.int(),
  ratings: z.int(),
  annotators: z.int(),
  /** Of the bootstrap; 0: none. */
  resamples: z.int(),
});
export type ReliabilityAnswer = z.output<typeof reliabilitySchema>;

export const MEASURE_KINDS = ['nominal', 'ordinal', 'interval', 'set', 'position'] as const;

export const agreementMeasureSchema = z.extend(reliabilitySchema, {
  id: measureIdSchema,
  kind: z.enum(MEASURE_KINDS),
  /** Of a question of the project's own. */
  label: z.nullable(z.string()),
  /** Labels that could not be compared: another version of the schema asked it otherwise. */
  otherVersion: z.int(),
  /** Steps: the same over all marks, those from "all unmarked" and those taken over included; with how many there are. */
  allMarks: z.nullable(z.extend(reliabilitySchema, { own: z.int(), bulk: z.int(), inherited: z.int() })),
});
export type AgreementMeasure = z.output<typeof agreementMeasureSchema>;

export const localisationSchema = z.object({
  tolerance: z.int(),
  bothNone: z.int(),
  same: z.int(),
  near: z.int(),
  apart: z.int(),
  noneAgainstStep: z.int(),
  pairs: z.int(),
  items: z.int(),
  agreement: figureSchema,
  onSteps: figureSchema,
  /** First errors that were proposed from a mark that is not the annotator's own: left out. */
  notOwn: z.int(),
});

export const annotatorSchema = z.object({ person: personIdSchema, name: z.string(), labels: z.int() });

const optionalInt = (least: number, most: number) =>
  z.optional(z.coerce.number().check(z.int(), z.gte(least), z.lte(most)));

/** What is looked at; all of it by default. */
export const agreementFilterFields = {
  queue: z.optional(annotationIdSchema),
  scenario: z.optional(z.string().check(z.maxLength(200))),
  task: optionalInt(0, 10_000),
  /** Labels of this version of the schema only. */
  version: optionalInt(1, 1_000_000),
  /** Steps that first errors may lie apart. */
  tolerance: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(50)), 1),
};
export interface AgreementFilter {
  readonly queue?: string | undefined;
  readonly scenario?: string | undefined;
  readonly task?: number | undefined;
  readonly version?: number | undefined;
  readonly tolerance: number;
}

export const agreementSchema = z.object({
  /** What can be filtered by, over the whole project. */
  choices: z.object({
    queues: z.array(annotationIdSchema),
    scenarios: z.array(z.string()),
    versions: z.array(z.int()),
    annotators: z.array(annotatorSchema),
  }),
  counted: z.object({ labels: z.int(), items: z.int(), annotators: z.int() }),
  /** Labels that are left out, by the first reason that holds. */
  left: z.object({
    gold: z.int(),
    repeats: z.int(),
    copies: z.int(),
    revealed: z.int(),
    /** Items that were removed from their queue. */
    removed: z.int(),
    /** Of onboarding and fix queues, which are no independent labels. */
    practice: z.int(),
    /** Of runs that whoever asks has still to label. */
    hidden: z.int(),
  }),
  measures: z.array(agreementMeasureSchema),
  localisation: localisationSchema,
  /** What is left out of the figures above is told apart: with revealed labels, of outcomes. */
  withRevealed: z.nullable(reliabilitySchema),
  self: z.array(
    z.object({
      person: personIdSchema,
      name: z.string(),
      /** Repeats with the same outcome as the first time. */
      outcome: z.nullable(shareSchema),
      kappa: figureSchema,
    }),
  ),
  gold: z.array(
    z.object({
      person: personIdSchema,
      name: z.string(),
      outcome: z.nullable(shareSchema),
      /** First errors within the tolerance, where the gold names one or none. */
      firstError: z.nullable(shareSchema),
    }),
  ),
});
export type AgreementAnswer = z.output<typeof agreementSchema>;

export const BREAKDOWNS = ['pair', 'annotator', 'scenario', 'task', 'section', 'version'] as const;
export const breakdownSchema = z.enum(BREAKDOWNS);
export type Breakdown = z.output<typeof breakdownSchema>;

export const breakdownRowSchema = z.extend(reliabilitySchema, {
  /** Stable name of the row. */
  key: z.string(),
  /** By pair or annotator. */
  people: z.array(z.object({ person: personIdSchema, name: z.string() })),
  scenario: z.nullable(z.string()),
  task: z.nullable(z.int()),
  section: z.nullable(z.string()),
  version: z.nullable(z.int()),
  /** By pair: what both labelled, Cohen's κ, and its form with quadratic weights where values are in order. */
  pair: z.nullable(
    z.object({ n: z.int(), agrees: z.int(), kappa: figureSchema, weighted: z.nullable(z.number()) }),
  ),
});
export type BreakdownRow = z.output<typeof breakdownRowSchema>;

export const confusionSchema = z.object({
  /** In the table's order; tags as `a+b`, no first error as `none`, none at all as ''. */
  values: z.array(z.object({ value: z.string(), label: z.string() })),
  /** Units by first annotator's value (rows) and second's. Folded: pairs of all annotators, each counted once, above the diagonal. */
  table: z.array(z.array(z.int())),
  folded: z.boolean(),
  n: z.int(),
});
export type ConfusionAnswer = z.output<typeof confusionSchema>;

export const ratedUnitSchema = z.object({
  item: annotationIdSchema,
  queue: annotationIdSchema,
  run: z.string(),
  scenario: z.string(),
  task: z.nullable(z.int()),
  /** Of step marks. */
  step: z.nullable(z.int()),
  agree: z.boolean(),
  labels: z.array(
    z.object({
      person: personIdSchema,
      name: z.string(),
      value: z.string(),
      submission: annotationIdSchema,
      atMs: z.number(),
    }),
  ),
});
export type RatedUnit = z.output<typeof ratedUnitSchema>;

export const driftSchema = z.object({
  windows: z.array(
    z.object({
      fromMs: z.number(),
      toMs: z.number(),
      n: z.int(),
      value: z.nullable(z.number()),
      low: z.nullable(z.number()),
      high: z.nullable(z.number()),
      z: z.nullable(z.number()),
      flagged: z.boolean(),
    }),
  ),
  mean: z.nullable(z.number()),
  n: z.int(),
  limit: z.nullable(z.number()),
  p: z.nullable(z.number()),
  why: z.nullable(z.enum(['too_few', 'no_variation'])),
});
export type DriftAnswer = z.output<typeof driftSchema>;

export const stuckItemSchema = z.object({
  item: annotationIdSchema,
  queue: annotationIdSchema,
  run: z.string(),
  scenario: z.string(),
  task: z.nullable(z.int()),
  why: z.enum(['all_skipped', 'expired', 'held_long', 'returned']),
  /** Who has it, or skipped it. */
  names: z.array(z.string()),
  sinceMs: z.number(),
});

export const progressSchema = z.object({
  nowMs: z.number(),
  /** Labels to be given, and given, as work; what is wanted of closed queues is what they have. */
  wanted: z.int(),
  submitted: z.int(),
  items: z.int(),
  done: z.int(),
  /** By day (UTC), from the first label to today. `left`: labels still wanted at the end of the day, by today's queues. */
  days: z.array(z.object({ fromMs: z.number(), submitted: z.int(), left: z.int() })),
  /** Labels a day over the last 14; null before the first label. */
  pace: z.nullable(z.number()),
  /** Days until all is labelled: the middle and an 80 % interval. */
  forecast: z.nullable(z.object({ days: z.number(), low: z.number(), high: z.number() })),
  noForecast: z.nullable(z.enum(['done', 'too_early', 'no_pace'])),
  /** A queue of the project goes on filling itself: the forecast is of what is in it now. */
  filling: z.boolean(),
  queues: z.array(
    z.object({
      id: annotationIdSchema,
      name: z.string(),
      kind: queueKindSchema,
      state: queueStateSchema,
      wanted: z.int(),
      submitted: z.int(),
      reserved: z.int(),
      stuck: z.int(),
    }),
  ),
  people: z.array(
    z.object({
      person: personIdSchema,
      name: z.string(),
      submitted: z.int(),
      reserved: z.int(),
      skipped: z.int(),
      expired: z.int(),
      returned: z.int(),
      flagged: z.int(),
      revealed: z.int(),
      medianMs: z.nullable(z.number()),
      gold: z.nullable(shareSchema),
      self: z.nullable(shareSchema),
      /** Labels in less than a third of the expected time, of those whose time is known. */
      rushed: z.int(),
      timed: z.int(),
      lastAtMs: z.nullable(z.number()),
    }),
  ),
  rushed: z.array(
    z.object({
      submission: annotationIdSchema,
      run: z.string(),
      scenario: z.string(),
      task: z.nullable(z.int()),
      name: z.string(),
      activeMs: z.number(),
      ofOthers: z.nullable(z.number()),
      ofOwn: z.nullable(z.number()),
      atMs: z.number(),
    }),
  ),
  stuck: z.array(stuckItemSchema),
  /** All that are stuck; `stuck` holds the first hundred. */
  stuckTotal: z.int(),
});
export type ProgressAnswer = z.output<typeof progressSchema>;
