import { createDatasets, type DatasetDeps, type Datasets } from './datasets/index.ts';
import {
  createFixes,
  createFixWork,
  createPairs,
  type Fixes,
  type FixesDeps,
  type Pairs,
  type PairsDeps,
} from './pairs/index.ts';
import type { Store } from '../store/types.ts';
import type { Projects } from './projects/index.ts';

/** What labels and runs are made into for training. */
export interface Training {
  readonly pairs: Pairs;
  readonly fixes: Fixes;
  readonly datasets: Datasets;
}

type TrainingDeps = Omit<DatasetDeps, 'fixes' | 'projects'> &
  Omit<FixesDeps, 'work'> &
  PairsDeps & {
    readonly projects: Pick<Projects, 'find' | 'schema'>;
    readonly store: Pick<Store, 'annotation'>;
  };

/** Starts nothing until it is asked. */
export function createTraining(deps: TrainingDeps): Training {
  const { projects } = deps;
  const work = createFixWork(deps.store.annotation, projects);
  const fixes = createFixes({ ...deps, work });
  return {
    pairs: createPairs(deps),
    fixes,
    datasets: createDatasets({
      ...deps,
      fixes: (project, signal) => fixes.list(project, signal),
      projects: {
        name: (project) => projects.find(project)?.name,
        schema: (project, version) => projects.schema(project, version).doc,
      },
    }),
  };
}
