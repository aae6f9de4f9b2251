import { AppError } from '../../../lib/contracts/errors.ts';
import type { BlindRun } from '../../../lib/contracts/annotation/labelling.ts';
import type { Store } from '../../store/types.ts';
import type { Projects } from '../projects/index.ts';
import type { ProjectReader, RunReader } from './types.ts';

/** Projects and queues as adjudication asks for them. */
export function projectReader(projects: Projects, queue: ProjectReader['queue']): ProjectReader {
  return {
    project: (id) => projects.find(id),
    schema: (project, version) => orUndefined(() => projects.schema(project, version)),
    guidelines: (project) =>
      orUndefined(() => {
        const { version, doc } = projects.get(project).guidelines;
        return { version, sections: doc.sections };
      }),
    queue,
  };
}

interface BlindRuns {
  get(run: string, waitMs: number): Promise<BlindRun>;
  steps(run: string): BlindRun['steps'];
}

/** Counted rows are waited for this long; those of long runs come with the next look. */
const ROWS_MS = 150;

export function runReader(store: Pick<Store, 'episode'>, blindRuns: BlindRuns): RunReader {
  return {
    blindRun: (run) => blindRuns.get(run, ROWS_MS),
    steps: (run) => orUndefined(() => blindRuns.steps(run)) ?? [],
    shown(run) {
      const episode = store.episode(run);
      if (episode === undefined) return null;
      const { verdict, reward, actor } = episode;
      return { run, verdict, reward, actor, policy: episode.run.policy ?? null };
    },
  };
}

/** Undefined for what is not there. */
function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return undefined;
    throw error;
  }
}
