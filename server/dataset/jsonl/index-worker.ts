import { parentPort, workerData } from 'node:worker_threads';
import type { PackFileKind } from './files.ts';
import { indexFile } from './file-index.ts';
import { encodeIndex, type KeptIndex } from './kept-index.ts';

/** One file to index, and how the worker answers for it. */
export interface IndexJob {
  readonly kind: PackFileKind;
  readonly path: string;
}

export type IndexAnswer =
  | { readonly kind: PackFileKind; readonly index: KeptIndex }
  | { readonly kind: PackFileKind; readonly failed: string };

function run(job: IndexJob): IndexAnswer {
  try {
    return { kind: job.kind, index: encodeIndex(indexFile(job.path, job.kind)) };
  } catch (error) {
    return { kind: job.kind, failed: error instanceof Error ? error.message : String(error) };
  }
}

const jobs = workerData as readonly IndexJob[];
for (const job of jobs) parentPort?.postMessage(run(job));
