import * as z from 'zod/mini';
import { labelOutcomeSchema } from '../runs.ts';

/**
 * What annotators of a project are asked. A schema has versions: each label names the version that it was given under,
 * and is read by it. Values (`value`, `id`) are stable names; `label`s are for people and may change.
 */

const nameSchema = z.string().check(z.regex(/^[a-z][a-z0-9_]{0,39}$/));
const labelText = z.string().check(z.minLength(1), z.maxLength(80));
/** Number of a section of the guidelines, as `2.3`. */
const sectionSchema = z._default(z.nullable(z.string().check(z.maxLength(20))), null);

export const outcomeOptionSchema = z.strictObject({
  value: nameSchema,
  label: labelText,
  /** What it is in the library of runs, and what verifiers are held against: `complete` passes. */
  means: labelOutcomeSchema,
  section: sectionSchema,
  example: z._default(z.string().check(z.maxLength(2_000)), ''),
});

export const SEVERITIES = ['minor', 'major', 'critical'] as const;
export const severitySchema = z.enum(SEVERITIES);
export type Severity = z.output<typeof severitySchema>;

export const tagSchema = z.strictObject({
  value: nameSchema,
  label: labelText,
  /** The letter after `t`. */
  key: z.string().check(z.regex(/^[a-z]$/)),
  section: sectionSchema,
  example: z._default(z.string().check(z.maxLength(2_000)), ''),
  /** Severity that it has unless the annotator says another; null: not asked. */
  severity: z._default(z.nullable(severitySchema), null),
});

const fieldBase = {
  id: nameSchema,
  label: labelText,
  help: z._default(z.string().check(z.maxLength(2_000)), ''),
  required: z._default(z.boolean(), false),
  section: sectionSchema,
};
const choiceOptions = z
  .array(z.strictObject({ value: nameSchema, label: labelText }))
  .check(z.minLength(1), z.maxLength(40));

/** A question of the project's own. */
export const fieldSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('text'), ...fieldBase, multiline: z._default(z.boolean(), false) }),
  z.strictObject({
    kind: z.literal('number'),
    ...fieldBase,
    min: z._default(z.nullable(z.number()), null),
    max: z._default(z.nullable(z.number()), null),
    integer: z._default(z.boolean(), false),
  }),
  z.strictObject({ kind: z.literal('choice'), ...fieldBase, options: choiceOptions }),
  z.strictObject({ kind: z.literal('multi'), ...fieldBase, options: choiceOptions }),
]);
export type LabelField = z.output<typeof fieldSchema>;

export const labelSchemaDocSchema = z.strictObject({
  /** One to nine, chosen by the keys 1–9 in this order. */
  outcomes: z.array(outcomeOptionSchema).check(z.minLength(1), z.maxLength(9)),
  /** Per-step marks −1, 0, +1. required: every labelled step must be marked before submitting. */
  steps: z._default(z.enum(['off', 'optional', 'required']), 'optional'),
  firstError: z._default(z.boolean(), true),
  tags: z._default(z.array(tagSchema).check(z.maxLength(26)), []),
  /** The first tag is the cause of the failure. */
  firstTagIsCause: z._default(z.boolean(), true),
  /** In rising order; empty: not asked. */
  confidence: z._default(
    z.array(z.strictObject({ value: nameSchema, label: labelText })).check(z.maxLength(5)),
    [
      { value: 'low', label: 'Low' },
      { value: 'medium', label: 'Medium' },
      { value: 'high', label: 'High' },
    ],
  ),
  rationale: z._default(z.enum(['off', 'optional', 'required', 'unless_complete']), 'optional'),
  fields: z._default(z.array(fieldSchema).check(z.maxLength(20)), []),
  /** Queues of pairs: which of two runs is better. */
  preference: z._default(
    z.nullable(z.strictObject({ question: labelText, allowTie: z._default(z.boolean(), true) })),
    null,
  ),
});
/** A version's content. Names are unique within outcomes, tags, confidence, fields; keys within tags (`checkLabelSchema`). */
export type LabelSchemaDoc = z.output<typeof labelSchemaDocSchema>;

export const guidelineSectionSchema = z.strictObject({
  /** `2.3` */
  number: z.string().check(z.regex(/^\d{1,3}(\.\d{1,3}){0,3}$/)),
  title: labelText,
  /** Plain text with blank lines between paragraphs and **bold**; nothing else is marked up. */
  body: z.string().check(z.maxLength(20_000)),
  examples: z._default(z.array(z.string().check(z.maxLength(4_000))).check(z.maxLength(20)), []),
});
export type GuidelineSection = z.output<typeof guidelineSectionSchema>;
export const guidelinesDocSchema = z.strictObject({
  sections: z.array(guidelineSectionSchema).check(z.maxLength(200)),
});
export type GuidelinesDoc = z.output<typeof guidelinesDocSchema>;
