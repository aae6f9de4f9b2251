import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../../lib/contracts/errors.ts';
import { indexFile, type FileIndex } from './file-index.ts';
import type { PackFileKind } from './files.ts';
import { decodeIndex } from './kept-index.ts';
import type { IndexAnswer, IndexJob } from './index-worker.ts';

/** Below this the start of a worker (about 0.15 s) costs more than it saves. */
const INLINE_BYTES = 24 * 1024 * 1024;
const DEADLINE_MS = 120_000;
const MAX_WORKERS = 4;
/** Rows are garbage as soon as they are read: small heaps leave 0.1 GB less with the process afterwards. */
const WORKER_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

export interface SizedJob extends IndexJob {
  readonly size: number;
}

function failed(job: IndexJob, reason: string): AppError {
  return new AppError(
    'pack_invalid',
    `${job.path} cannot be read: ${reason}. Check the file and its permissions.`,
  );
}

/** Deals the files out so that the workers end at about the same time: the largest first, to the least loaded. */
export function shareOut(jobs: readonly SizedJob[], workers: number): SizedJob[][] {
  const shares = Array.from({ length: workers }, () => ({ bytes: 0, jobs: [] as SizedJob[] }));
  for (const job of [...jobs].sort((a, b) => b.size - a.size)) {
    const least = shares.reduce((a, b) => (b.bytes < a.bytes ? b : a));
    least.bytes += job.size;
    least.jobs.push(job);
  }
  return shares.map((share) => share.jobs).filter((share) => share.length > 0);
}

async function inWorker(jobs: readonly SizedJob[]): Promise<[PackFileKind, FileIndex][]> {
  const worker = new Worker(new URL('./index-worker.ts', import.meta.url), {
    workerData: jobs,
    resourceLimits: WORKER_LIMITS,
  });
  const done: [PackFileKind, FileIndex][] = [];
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => {
    reject(
      new AppError(
        'deadline_exceeded',
        `Indexing ${jobs[0]?.path ?? 'a pack'} took over ${DEADLINE_MS / 1000} s. Is the disk slow?`,
      ),
    );
  }, DEADLINE_MS);
  worker.on('message', (answer: IndexAnswer) => {
    const job = jobs.find((candidate) => candidate.kind === answer.kind);
    if ('index' in answer) done.push([answer.kind, decodeIndex(answer.index)]);
    else if (job !== undefined) reject(failed(job, answer.failed));
    if (done.length === jobs.length) resolve(undefined);
  });
  worker.on('error', reject);
  worker.on('exit', (code) => {
    reject(new AppError('internal', `The pack indexer ended early (exit code ${code}).`));
  });
  try {
    await promise;
    return done;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Indexes pack files, large ones in parallel and off the event loop. @throws AppError pack_invalid, deadline_exceeded */
export async function runIndex(
  jobs: readonly SizedJob[],
  inlineBytes: number = INLINE_BYTES,
): Promise<ReadonlyMap<PackFileKind, FileIndex>> {
  const total = jobs.reduce((sum, job) => sum + job.size, 0);
  if (total <= inlineBytes) {
    return new Map(
      jobs.map((job) => {
        try {
          return [job.kind, indexFile(job.path, job.kind)];
        } catch (error) {
          throw failed(job, error instanceof Error ? error.message : String(error));
        }
      }),
    );
  }
  const shares = shareOut(jobs, Math.min(MAX_WORKERS, Math.max(2, availableParallelism())));
  return new Map((await Promise.all(shares.map(inWorker))).flat());
}
