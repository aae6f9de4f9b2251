import type { AttachedMessages } from '../../lib/contracts/artifacts.ts';
import type { Store } from '../store/types.ts';
import { createLabelling, type Labelling } from './labelling/index.ts';
import type { Looks } from './looks.ts';
import { createProjects, type Projects } from './projects/index.ts';
import { createQueueDesk, type QueueDesk } from './queues/index.ts';
import { createRecords } from './records.ts';
import type { AnnotationRecords } from './types.ts';

export interface AnnotationDeps {
  readonly store: Store;
  /** The log that is attached to a run, aligned with its steps. */
  readonly messages: (run: string) => AttachedMessages;
  readonly looks: Looks;
  readonly onProblem: (message: string, error: unknown) => void;
}

export interface Annotation extends AsyncDisposable {
  readonly projects: Projects;
  readonly queues: QueueDesk;
  readonly labelling: Labelling;
  readonly records: AnnotationRecords;
  /** Queues begin to fill themselves. */
  start(): void;
}

/** Projects, queues, labelling, and what was labelled. */
export function createAnnotation({ store, messages, looks, onProblem }: AnnotationDeps): Annotation {
  const owned = new AsyncDisposableStack();
  const records = createRecords(store.annotation, store.adjudication);
  const projects = createProjects({
    shelf: store.projects,
    labels: (project) =>
      store.annotation
        .submissions({ project })
        .filter(({ current, copiedFrom }) => current && copiedFrom === null),
    said: (project, item) => [
      ...records
        .decisions({ project })
        .filter((decision) => decision.item === item)
        .map(({ run, name, atMs, schemaVersion, doc }) => ({
          ...{ kind: 'decision' as const, run, name, atMs, schemaVersion, doc },
        })),
      ...records
        .submissions({ project })
        .filter((given) => given.item === item && given.current && given.copiedFrom === null)
        .map(({ run, name, submittedAtMs, schemaVersion, doc }) => ({
          ...{ kind: 'label' as const, run, name, atMs: submittedAtMs, schemaVersion, doc },
        })),
    ],
  });
  const labelling = owned.use(createLabelling({ store, messages, projects, looks }));
  const queues = owned.use(createQueueDesk({ store, projects, onProblem }));
  return {
    projects,
    queues,
    labelling,
    records,
    start: () => queues.start(),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
