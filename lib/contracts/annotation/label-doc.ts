import * as z from 'zod/mini';
import { severitySchema } from './label-schema.ts';

/**
 * What one annotator says of one run (or pair): draft and submission alike. Which values are allowed and which must be
 * there says the schema's version (lib/domain/labels/check-label.ts); this is the shape alone, so that an old label stays readable.
 */

/** How a step's mark came to be: by itself, by "all unmarked", or taken over from the same steps of another run. */
export const MARK_SOURCES = ['own', 'bulk', 'inherited'] as const;
export const stepMarkSchema = z.strictObject({
  value: z.union([z.literal(-1), z.literal(0), z.literal(1)]),
  by: z.enum(MARK_SOURCES),
});
export type StepMark = z.output<typeof stepMarkSchema>;

const text = z.string().check(z.maxLength(20_000));
/** Names of a schema have 40 characters at most. */
const named = z.string().check(z.maxLength(200));
/** Far more than any schema asks or any run has: what is saved with each key stays small. */
const atMost = (most: number) =>
  z.refine<object>((value) => Object.keys(value).length <= most, `at most ${String(most)} entries`);
const seqSchema = z.int().check(z.gte(0));

export const labelDocSchema = z.strictObject({
  outcome: z._default(z.nullable(named), null),
  /** By step number (as text); a step that is not there is unmarked. */
  steps: z._default(
    z.record(z.string().check(z.regex(/^\d{1,6}$/)), stepMarkSchema).check(atMost(20_000)),
    {},
  ),
  /** 'none': said that there is no error. `proposed`: taken from the first −1, not chosen. */
  firstError: z._default(
    z.nullable(z.union([z.literal('none'), z.strictObject({ seq: seqSchema, proposed: z.boolean() })])),
    null,
  ),
  /** In order of choice. */
  tags: z._default(
    z.array(z.strictObject({ value: named, severity: z.nullable(severitySchema) })).check(z.maxLength(26)),
    [],
  ),
  confidence: z._default(z.nullable(named), null),
  rationale: z._default(text, ''),
  /** By field id. */
  fields: z._default(
    z
      .record(named, z.union([text, z.number(), z.array(named).check(z.maxLength(100)), z.null()]))
      .check(atMost(100)),
    {},
  ),
  flagged: z._default(z.boolean(), false),
  /** Of pairs: which run is better. */
  preference: z._default(z.nullable(z.enum(['a', 'b', 'tie'])), null),
});
export type LabelDoc = z.output<typeof labelDocSchema>;

/** What a comment or a cited cell hangs on: the step, a place in its response, or a cell of a table after it. */
export const anchorSchema = z.discriminatedUnion('on', [
  z.strictObject({ on: z.literal('run') }),
  z.strictObject({ on: z.literal('step'), seq: seqSchema }),
  z.strictObject({
    on: z.literal('path'),
    seq: seqSchema,
    /** RFC 6901 pointer into the response. */
    pointer: z.string().check(z.maxLength(2_000)),
  }),
  z.strictObject({
    on: z.literal('cell'),
    seq: seqSchema,
    table: z.string().check(z.maxLength(200)),
    /** JSON of the key's values. */
    key: z.string().check(z.maxLength(2_000)),
    column: z.nullable(z.string().check(z.maxLength(200))),
  }),
]);
export type Anchor = z.output<typeof anchorSchema>;

export const commentSchema = z.object({
  id: z.string(),
  anchor: anchorSchema,
  text,
  /** Null: someone else's, whose name is hidden. */
  by: z.nullable(z.string()),
  atMs: z.number(),
});
export type LabelComment = z.output<typeof commentSchema>;
