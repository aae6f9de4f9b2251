import * as z from 'zod/mini';
import { annotationIdSchema } from './queues.ts';

/** Labels as files to train on. docs/label-export.md is their contract. */

export const DATASET_SHAPES = ['labels', 'sft_openai', 'sft_sharegpt', 'dpo', 'prm'] as const;
export const datasetShapeSchema = z.enum(DATASET_SHAPES);
export type DatasetShape = z.output<typeof datasetShapeSchema>;

export const DATASET_FORMATS = ['jsonl', 'csv', 'parquet'] as const;
export const datasetFormatSchema = z.enum(DATASET_FORMATS);
export type DatasetFormat = z.output<typeof datasetFormatSchema>;

const share = z.number().check(z.gte(0), z.lte(1));

export const datasetSplitSchema = z.strictObject({
  /** The same seed puts a task on the same side, whatever else is exported. */
  seed: z._default(z.int(), 0),
  train: z._default(share, 0.8),
  validation: z._default(share, 0.1),
  test: z._default(share, 0.1),
});
export type DatasetSplit = z.output<typeof datasetSplitSchema>;

/** That one export takes. */
export const MOST_PAIR_SETS = 50;

export const datasetSpecSchema = z.strictObject({
  /** Null: pair sets without a project. */
  project: z.nullable(annotationIdSchema),
  shape: datasetShapeSchema,
  /** Long tables: all three; the other shapes are nested and come as JSON lines. */
  format: z._default(datasetFormatSchema, 'jsonl'),
  /** pseudonyms: stable within the project, made with a secret that never leaves it. */
  people: z._default(z.enum(['pseudonyms', 'names']), 'pseudonyms'),
  /** Only these queues; empty: all. */
  queues: z._default(z.array(annotationIdSchema).check(z.maxLength(200)), []),
  /** Long tables: agreed leaves out what is disputed or said by one alone; decided leaves only what an adjudicator settled. */
  settled: z._default(z.enum(['all', 'agreed', 'decided']), 'all'),
  /** Only runs whose outcome by people says what the code verifier says. */
  verdictAgrees: z._default(z.boolean(), false),
  cleanTasks: z._default(z.boolean(), false),
  /** Labels given after the verdict was looked at. */
  revealed: z._default(z.boolean(), true),
  /** Earlier versions of a label too (long tables). */
  versions: z._default(z.boolean(), false),
  split: z._default(z.nullable(datasetSplitSchema), null),
  /** dpo: which pairs. */
  pairSets: z._default(z.array(annotationIdSchema).check(z.maxLength(MOST_PAIR_SETS)), []),
  preferences: z._default(z.boolean(), true),
  fixes: z._default(z.boolean(), true),
  /** prm: a step marked 0 counts as right or as wrong. */
  neutral: z._default(z.enum(['right', 'wrong']), 'right'),
  /** As the data set's card names it, e.g. cc-by-4.0; '' where nobody has said. */
  license: z._default(z.string().check(z.regex(/^[a-z0-9.\-+]{0,60}$/)), ''),
});
export type DatasetSpec = z.output<typeof datasetSpecSchema>;

export const DATASET_LEFT = [
  'not_current',
  'revealed',
  'not_settled',
  'disputed',
  'verdict_disagrees',
  'no_verdict',
  'unclean_task',
  'no_run',
  'hidden',
  'not_complete',
  'no_calls',
  'no_marks',
  'tie',
  'pair_changed',
  'not_certified',
  'same_action',
  'duplicate',
] as const;
export const datasetLeftSchema = z.enum(DATASET_LEFT);
export type DatasetLeft = z.output<typeof datasetLeftSchema>;

export const datasetCountsSchema = z.object({
  rows: z.int(),
  /** Of what there could have been: labels, runs or pairs by shape. */
  of: z.int(),
  splits: z.object({ train: z.int(), validation: z.int(), test: z.int() }),
  left: z.array(z.object({ why: datasetLeftSchema, count: z.int() })),
  /** Long tables: rows by kind. */
  kinds: z.record(z.string(), z.int()),
  /** Runs whose tools could not be told, because their scenario is not served or does not run. */
  withoutTools: z.int(),
  /** Versions of the label schema that rows were labelled under; a row that rests on several counts for each. */
  schemas: z._default(z.array(z.object({ version: z.int(), hash: z.string(), rows: z.int() })), []),
});
export type DatasetCounts = z.output<typeof datasetCountsSchema>;

export const datasetFileSchema = z.object({
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  rows: z.nullable(z.int()),
});
export type DatasetFile = z.output<typeof datasetFileSchema>;

/** An export that was made: its files are kept until it is removed. */
export const datasetExportSchema = z.object({
  id: annotationIdSchema,
  spec: datasetSpecSchema,
  counts: datasetCountsSchema,
  files: z.array(datasetFileSchema),
  /** Names the columns and their types. */
  schemaHash: z.string(),
  formatVersion: z.int(),
  by: z.string(),
  atMs: z.number(),
  /** Python that loads it. */
  python: z.string(),
  pushes: z.array(z.object({ repo: z.string(), commit: z.string(), atMs: z.number(), by: z.string() })),
});
export type DatasetExport = z.output<typeof datasetExportSchema>;

export const datasetPreviewSchema = z.object({
  counts: datasetCountsSchema,
  /** Counted only so far: there is more than a preview reads. */
  partial: z.boolean(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), about: z.string() })),
  schemaHash: z.string(),
  formatVersion: z.int(),
  /** JSON text of the first rows, long texts cut. */
  rows: z.array(z.string()),
});
export type DatasetPreview = z.output<typeof datasetPreviewSchema>;
