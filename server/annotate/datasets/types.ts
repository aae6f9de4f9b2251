import type { Readable } from 'node:stream';
import type {
  DatasetExport,
  DatasetPreview,
  DatasetSpec,
} from '../../../lib/contracts/annotation/datasets.ts';
import type { LabelSchemaDoc } from '../../../lib/contracts/annotation/label-schema.ts';
import type { Fix } from '../../../lib/contracts/annotation/pairs.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';
import type { Engine } from '../../engine/types.ts';
import type { Jobs } from '../../engine/jobs/types.ts';
import type { Tasks } from '../../engine/tasks/types.ts';
import type { Store } from '../../store/types.ts';
import type { AnnotationRecords, BlindRuns } from '../types.ts';

export interface DatasetDeps {
  readonly store: Pick<
    Store,
    'annotation' | 'artifacts' | 'branches' | 'episode' | 'runs' | 'steps' | 'training' | 'verifiedWith'
  >;
  readonly records: AnnotationRecords;
  readonly tasks: Pick<Tasks, 'list'>;
  readonly engine: Pick<Engine, 'prepare'>;
  readonly jobs: Jobs;
  readonly projects: ProjectsPort;
  readonly fixes: (project: string, signal?: AbortSignal) => Promise<readonly Fix[]>;
  /** Of the code verifier that a task has today. */
  readonly verifierHash: (scenario: string, taskIdx: number) => Promise<string | null>;
  /** Where files of exports are kept. */
  readonly dir: string;
  /** Of the Hub's site. */
  readonly hubUrl: string;
}

/** What exports need of projects. */
export interface ProjectsPort {
  /** Undefined: there is no such project. */
  name(project: string): string | undefined;
  schema(project: string, version: number): LabelSchemaDoc | undefined;
}

/** Who exports, and what they must not see. */
export interface ExportAsker {
  readonly name: string;
  readonly blind: BlindRuns;
}

export interface PushTarget {
  readonly repo: string;
  readonly token: string;
  readonly private: boolean;
  readonly branch: string;
}

export interface Datasets {
  /** @throws AppError not_found (project, pair set), invalid_request */
  preview(spec: DatasetSpec, asker: ExportAsker, signal?: AbortSignal): Promise<DatasetPreview>;
  /** A job whose result is `{ export: id }`. @throws AppError as `preview`, capacity_reached */
  make(spec: DatasetSpec, asker: ExportAsker): Job;
  /** Removes files of exports that a server which was killed had not finished. Before any is made. */
  sweep(): Promise<void>;
  list(project?: string): readonly DatasetExport[];
  /** @throws AppError not_found */
  get(id: string): DatasetExport;
  /** @throws AppError not_found */
  zip(id: string): Readable;
  file(id: string, name: string): Readable;
  /** A job whose result is `{ repo, commit, url }`. @throws AppError not_found, capacity_reached */
  push(id: string, target: PushTarget, by: string): Job;
  /** @throws AppError not_found */
  remove(id: string): Promise<void>;
}
