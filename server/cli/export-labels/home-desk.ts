import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '../../../lib/contracts/errors.ts';
import { createAnnotation, createLooks, createTraining, NOTHING_HIDDEN } from '../../annotate/index.ts';
import type { Config } from '../../config.ts';
import { createDataset } from '../../dataset/index.ts';
import { createEvidence, createJobs, createTasks, withSavedVerifiers } from '../../engine/index.ts';
import { exportsOf } from '../../exports-of.ts';
import { createHost } from '../../host/index.ts';
import { createLog } from '../../log.ts';
import { createStore } from '../../store/index.ts';
import type { ExportDesk } from './types.ts';

/** Whose export it is where nobody signs in. */
const BY = 'studio export-labels';
const NO_MESSAGES = { items: [], mismatches: [], aligned: 0, calls: 0, attachedAtMs: null, by: null };

/**
 * A home that no studio holds, with what exports need: the scenarios' tools, and verifiers for fixes.
 * @throws AppError conflict (home in use), config_invalid, runtime_failed
 */
export async function openHomeDesk(config: Config): Promise<ExportDesk> {
  const { homeDir } = config;
  await using opened = new AsyncDisposableStack();
  const store = opened.use(await createStore({ homeDir }).catch(inUse(homeDir)));
  const cacheDir = join(homeDir, 'cache');
  const packs = opened.use(await createDataset({ packs: config.packs, cacheDir, watch: false }));
  const dataset = withSavedVerifiers(packs, store.verifiers);
  const tmp = await mkdtemp(join(tmpdir(), 'export-labels-'));
  opened.defer(() => rm(tmp, { recursive: true, force: true }));
  const host = opened.use(
    await createHost({ python: config.python, cacheDir, sessionsDir: join(tmp, 'sessions') }),
  );
  const log = createLog('silent');
  const { verifierTimeoutMs } = config;
  const evidence = opened.use(
    createEvidence({
      store,
      states: store.states,
      dataset,
      host,
      verifierTimeoutMs,
      filesDir: join(tmp, 'states'),
    }),
  );
  const tasks = opened.use(createTasks({ dataset: packs, shelf: store.taskStatuses, log }));
  const annotation = opened.use(
    createAnnotation({
      store,
      messages: () => NO_MESSAGES,
      looks: createLooks(),
      onProblem: () => undefined,
    }),
  );
  const jobs = opened.use(createJobs(log));
  const { datasets, pairs } = createTraining({
    store,
    tasks,
    engine: {
      async prepare(key, signal) {
        const prepared = await host.prepare(await dataset.source(key), signal ? { signal } : {});
        prepared.release();
        return prepared;
      },
      fork: () => Promise.reject(new AppError('forbidden', 'Nothing is played here.')),
      session: () => undefined,
    },
    evidence,
    jobs,
    blindness: { runOf: () => undefined },
    projects: annotation.projects,
    records: annotation.records,
    ...exportsOf(config, dataset),
  });
  const owned = opened.move();
  return {
    projects: () => Promise.resolve(annotation.projects.list(true)),
    queues: (project) => Promise.resolve(annotation.queues.list(project)),
    pairSets: () => Promise.resolve(pairs.list()),
    make: (spec) => soon(() => datasets.make(spec, { name: BY, blind: NOTHING_HIDDEN })),
    push: (id, target) => soon(() => datasets.push(id, target, BY)),
    job: (id) => soon(() => jobs.get(id)),
    async cancel(id) {
      jobs.cancel(id);
      await jobs.ended(id);
    },
    get: (id) => soon(() => datasets.get(id)),
    file: (id, name) => soon(() => datasets.file(id, name)),
    remove: (id) => datasets.remove(id),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** What is thrown at once is a rejection like any other. */
function soon<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

function inUse(homeDir: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError && error.code === 'conflict' && error.details['homeDir'] !== undefined)
      throw new AppError(
        'conflict',
        `${homeDir} is in use by a studio that runs; ask it with --url http://127.0.0.1:PORT, or stop it.`,
      );
    throw error;
  };
}
