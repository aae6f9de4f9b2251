import type { DatasetCounts, DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import { dpoRows } from './dpo-rows.ts';
import type { ExportContext, ExportRow } from './export-context.ts';
import { longRows } from './long-rows.ts';
import { prmRows } from './prm-rows.ts';
import { sftRows } from './sft-rows.ts';
import type { DatasetDeps } from './types.ts';

export function rowsOf(context: ExportContext): AsyncGenerator<ExportRow> {
  switch (context.spec.shape) {
    case 'labels':
      return longRows(context);
    case 'sft_openai':
    case 'sft_sharegpt':
      return sftRows(context, context.spec.shape);
    case 'dpo':
      return dpoRows(context);
    case 'prm':
      return prmRows(context);
  }
}

/** @throws AppError not_found, invalid_request */
export function checkSpec({ projects, store }: DatasetDeps, spec: DatasetSpec): void {
  const { project, queues, shape, format, pairSets, split } = spec;
  if (project !== null && projects.name(project) === undefined)
    throw new AppError('not_found', 'There is no such project.');
  if (project === null && (shape !== 'dpo' || pairSets.length === 0))
    throw new AppError('invalid_request', 'project: only pair sets can be exported without a project.');
  if (shape !== 'labels' && format !== 'jsonl')
    throw new AppError('invalid_request', `format: ${shape} is nested and comes as jsonl alone.`);
  const known = new Set(project === null ? [] : store.annotation.queues(project).map(({ id }) => id));
  if (!queues.every((id) => known.has(id)))
    throw new AppError('not_found', 'The project has no such queue; it may have been removed.');
  for (const id of pairSets)
    if (store.training.pairs.get(id) === undefined)
      throw new AppError('not_found', 'There is no such pair set; it may have been removed.');
  if (split !== null && split.train + split.validation + split.test <= 0)
    throw new AppError('invalid_request', 'split: one of train, validation and test must be more than 0.');
}

/** Counts rows as they go by. */
export class Tally {
  #rows = 0;
  readonly #splits = { train: 0, validation: 0, test: 0 };
  readonly #kinds = new Map<string, number>();
  readonly #schemas = new Map<number, number>();

  get rows(): number {
    return this.#rows;
  }

  add({ split, kind, cells }: ExportRow): void {
    this.#rows += 1;
    this.#splits[split] += 1;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
    const versions = cells['schema_versions'] ?? cells['schema_version'];
    for (const version of Array.isArray(versions) ? versions : [versions])
      if (typeof version === 'number') this.#schemas.set(version, (this.#schemas.get(version) ?? 0) + 1);
  }

  counts({ left, of, withoutTools, schemaOf, spec }: ExportContext): DatasetCounts {
    return {
      rows: this.#rows,
      of,
      splits: { ...this.#splits },
      left: left.list().sort((a, b) => b.count - a.count),
      kinds: Object.fromEntries(this.#kinds),
      withoutTools,
      schemas: [...this.#schemas]
        .sort(([a], [b]) => a - b)
        .map(([version, rows]) => ({ version, rows, hash: schemaOf(spec.project ?? '', version).hash })),
    };
  }
}
