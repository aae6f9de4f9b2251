import * as z from 'zod/mini';
import { severitySchema, type LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import { labelOutcomeSchema } from '../../../lib/contracts/runs.ts';

/** A schema as it stands while it is typed: of the right shape, with names and words that may still break the rules. */

const text = z.string();
const section = z.nullable(text);
const named = z.object({ value: text, label: text });
const field = { id: text, label: text, help: text, required: z.boolean(), section };

const unfinishedSchema: z.ZodMiniType<LabelSchemaDoc> = z.object({
  outcomes: z.array(
    z.object({ value: text, label: text, means: labelOutcomeSchema, section, example: text }),
  ),
  steps: z.enum(['off', 'optional', 'required']),
  firstError: z.boolean(),
  tags: z.array(
    z.object({
      value: text,
      label: text,
      key: text,
      section,
      example: text,
      severity: z.nullable(severitySchema),
    }),
  ),
  firstTagIsCause: z.boolean(),
  confidence: z.array(named),
  rationale: z.enum(['off', 'optional', 'required', 'unless_complete']),
  fields: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('text'), ...field, multiline: z.boolean() }),
      z.object({
        kind: z.literal('number'),
        ...field,
        min: z.nullable(z.number()),
        max: z.nullable(z.number()),
        integer: z.boolean(),
      }),
      z.object({ kind: z.literal('choice'), ...field, options: z.array(named) }),
      z.object({ kind: z.literal('multi'), ...field, options: z.array(named) }),
    ]),
  ),
  preference: z.nullable(z.object({ question: text, allowTie: z.boolean() })),
});

export const keptSchemaDraft = z.object({
  base: z.int(),
  doc: unfinishedSchema,
  source: z.nullable(text),
  note: text,
  unread: z.nullable(text),
});
