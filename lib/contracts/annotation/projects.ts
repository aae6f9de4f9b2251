import * as z from 'zod/mini';
import { nameSchema } from './name.ts';
import { labelDocSchema } from './label-doc.ts';
import { guidelinesDocSchema, labelSchemaDocSchema } from './label-schema.ts';
import { annotationIdSchema } from './queues.ts';

/** A project: what is asked of its annotators (schema), by which rules (guidelines), and the queues that ask it. */

export const DOCUMENT_KINDS = ['schema', 'guidelines'] as const;
export const documentKindSchema = z.enum(DOCUMENT_KINDS);
export type DocumentKind = z.output<typeof documentKindSchema>;

export const projectNameSchema = nameSchema(80);
export const projectDescriptionSchema = z.string().check(z.maxLength(2_000));
/** The document as its author wrote it, comments and all; what is read of it is `doc`. */
export const documentSourceSchema = z.string().check(z.maxLength(400_000));
export const versionNoteSchema = z.string().check(z.trim(), z.maxLength(500));

/** One saved version of a schema or of guidelines. Versions are never changed and never removed. */
export const documentVersionSchema = z.object({
  version: z.int(),
  /** sha256 of the document without its comments. */
  hash: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  atMs: z.number(),
  note: z.string(),
});
export type DocumentVersion = z.output<typeof documentVersionSchema>;

export const schemaDocumentSchema = z.object({
  ...documentVersionSchema.shape,
  doc: labelSchemaDocSchema,
  /** Null: built, never written. */
  source: z.nullable(z.string()),
});
export type SchemaDocument = z.output<typeof schemaDocumentSchema>;

export const guidelinesDocumentSchema = z.object({
  ...documentVersionSchema.shape,
  doc: guidelinesDocSchema,
});
export type GuidelinesDocument = z.output<typeof guidelinesDocumentSchema>;

export const projectSchema = z.object({
  id: annotationIdSchema,
  name: z.string(),
  description: z.string(),
  by: z.object({ id: z.string(), name: z.string() }),
  atMs: z.number(),
  /** Put away: it leaves the lists and its documents stay as they are; all stays readable, and queues go on. */
  archivedAtMs: z.nullable(z.number()),
  schemaVersion: z.int(),
  guidelinesVersion: z.int(),
});
export type Project = z.output<typeof projectSchema>;

export const wholeProjectSchema = z.object({
  ...projectSchema.shape,
  schema: schemaDocumentSchema,
  guidelines: guidelinesDocumentSchema,
});
export type WholeProject = z.output<typeof wholeProjectSchema>;

/** `details` of the error `conflict` that a save gets whose base is not the newest version. */
export const versionConflictSchema = z.object({ newest: documentVersionSchema });

/** A label or a decision of an item, as a gold label can begin from it. */
export const itemLabelSchema = z.object({
  kind: z.enum(['label', 'decision']),
  name: z.string(),
  atMs: z.number(),
  schemaVersion: z.int(),
  doc: labelDocSchema,
});
export type ItemLabel = z.output<typeof itemLabelSchema>;

/** What a new schema means for labels that are there already. They stay as they are, readable under their own version. */
export const schemaEffectSchema = z.object({
  kind: z.enum(['outcome', 'tag', 'confidence', 'field', 'option', 'steps', 'first_error', 'rationale']),
  change: z.enum(['removed', 'renamed', 'means', 'type', 'not_asked']),
  /** The stable name: an outcome's or tag's value, a field's id, `field.option`; '' where the change is of the whole. */
  name: z.string(),
  /** Current labels that use it. */
  labels: z.int(),
  /** The newest version under which they were given. */
  version: z.int(),
  was: z.string(),
  now: z.string(),
});
export type SchemaEffect = z.output<typeof schemaEffectSchema>;
