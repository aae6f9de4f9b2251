import type { outcomeRoutes } from '../../lib/contracts/rest-outcomes.ts';
import type { EvidenceLink } from '../../lib/contracts/task-statuses.ts';
import { Download } from './download.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import { requireLibrary } from './rest-runs.ts';
import type { Handlers } from './rest.ts';

type OutcomeHandlers = Pick<Handlers, keyof typeof outcomeRoutes>;

/** How runs of a task end is about many runs; which tasks are fit is no secret, but strangers do not say it. */
export function outcomeHandlers({ outcomes, tasks, scenarios, config }: HttpContext): OutcomeHandlers {
  const library = () => {
    requireLibrary(config);
    return outcomes;
  };
  /** It links to runs, whose ids are the keys to them. */
  const evidenceOf = ({ evidence }: { readonly evidence: readonly EvidenceLink[] }) =>
    config.libraryOpen ? [...evidence] : [];
  /** Runs may be of a scenario whose pack is gone. */
  const keyOf = (name: string) => scenarios.find(name)?.key ?? name;
  return {
    getOutcomes: ({ params, query: { passes, ...rest } }, signal) =>
      library().outcomes(
        { scenario: keyOf(params.key), taskIdx: params.taskIdx, passes, ...dropUndefined(rest) },
        signal,
      ),
    getOutcome: ({ params, query }, signal) =>
      library().outcome(
        {
          scenario: keyOf(params.key),
          taskIdx: params.taskIdx,
          state: params.state,
          ...dropUndefined(query),
        },
        signal,
      ),
    async markReference({ params, body, person }) {
      const { taskIdx } = params;
      const scenario = keyOf(params.key);
      if (body.run === null) library().dropReference(scenario, taskIdx, body.version);
      else library().markReference({ scenario, taskIdx, run: body.run, by: person });
      const { version } =
        body.run === null
          ? { version: body.version }
          : { version: outcomes.ofRun(body.run).version ?? undefined };
      const { reference } = await outcomes.outcomes({
        scenario,
        taskIdx,
        passes: false,
        ...dropUndefined({ version }),
      });
      return { reference };
    },
    getRunOutcome: ({ params }) => outcomes.ofRun(params.id),
    listTaskStatuses: async () => ({
      items: (await tasks.list()).map((entry) => ({ ...entry, evidence: evidenceOf(entry) })),
    }),
    setTaskStatuses({ body, person }) {
      requireLibrary(config);
      return tasks.set({ ...body, by: person });
    },
    getTaskHistory: ({ params }) => ({
      items: tasks
        .history(keyOf(params.key), params.taskIdx)
        .map((said) => ({ ...said, evidence: evidenceOf(said) })),
    }),
    exportTaskStatuses({ query }) {
      requireLibrary(config);
      return new Download({
        data: tasks.file(query.of),
        contentType: 'application/jsonl; charset=utf-8',
        fileName: query.of === 'said' ? 'task-statuses.jsonl' : `tasks-${query.of}.jsonl`,
      });
    },
    importTaskStatuses({ file }) {
      requireLibrary(config);
      return tasks.take(file);
    },
  };
}
