import type { Readable } from 'node:stream';
import type { DatasetExport, DatasetSpec } from '../../../lib/contracts/annotation/datasets.ts';
import type { Job } from '../../../lib/contracts/jobs.ts';

export interface Named {
  readonly id: string;
  readonly name: string;
}

export interface HubTarget {
  readonly repo: string;
  readonly token: string;
  readonly private: boolean;
  readonly branch: string;
}

/** Where labels are exported: a home that is opened here, or a studio that runs. */
export interface ExportDesk extends AsyncDisposable {
  projects(): Promise<readonly Named[]>;
  queues(project: string): Promise<readonly Named[]>;
  pairSets(): Promise<readonly Named[]>;
  /** @throws AppError as the routes of exports do */
  make(spec: DatasetSpec): Promise<Job>;
  push(id: string, target: HubTarget): Promise<Job>;
  job(id: string): Promise<Job>;
  cancel(id: string): Promise<void>;
  get(id: string): Promise<DatasetExport>;
  file(id: string, name: string): Promise<Readable>;
  remove(id: string): Promise<void>;
}
