import { join } from 'node:path';
import type { Jobs } from '../../engine/jobs/types.ts';
import type { Store } from '../../store/types.ts';
import type { Annotation } from '../create-annotation.ts';
import { createTraining, type Training } from '../training.ts';

interface TrainingParts {
  readonly store: Store;
  readonly annotation: Annotation;
  readonly jobs: Jobs;
  readonly homeDir: string;
  readonly hubUrl: string;
}

/** Pairs and exports over a real store, without an engine: each scenario has one tool, nothing is forked or verified. */
export function trainingOn({ store, annotation, jobs, homeDir, hubUrl }: TrainingParts): Training {
  return createTraining({
    store,
    records: annotation.records,
    projects: annotation.projects,
    tasks: { list: () => Promise.resolve([]) },
    engine: {
      prepare: () =>
        Promise.resolve({
          tools: [{ name: 'add', description: 'Adds', inputSchema: { type: 'object' } }],
        } as never),
      fork: () => Promise.reject(new Error('not here')),
      session: () => undefined,
    },
    evidence: { verdict: () => Promise.reject(new Error('not here')) },
    blindness: { runOf: () => undefined },
    jobs,
    verifierHash: () => Promise.resolve(null),
    dir: join(homeDir, 'exports'),
    hubUrl,
  });
}
