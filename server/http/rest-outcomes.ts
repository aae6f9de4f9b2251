import type { Principal } from '../../lib/contracts/people.ts';
import type { outcomeRoutes } from '../../lib/contracts/rest-outcomes.ts';
import type { EvidenceLink } from '../../lib/contracts/task-statuses.ts';
import { Download } from './download.ts';
import type { HttpContext } from './context.ts';
import { dropUndefined } from './drop-undefined.ts';
import type { Handlers } from './rest.ts';

type OutcomeHandlers = Pick<Handlers, keyof typeof outcomeRoutes>;

/** How runs of a task end is about many runs; which tasks are fit is no secret, but strangers do not say it. */
export function outcomeHandlers({ outcomes, tasks, scenarios }: HttpContext): OutcomeHandlers {
  /** It links to runs, whose ids are the keys to them. */
  const evidenceOf = ({ evidence }: { readonly evidence: readonly EvidenceLink[] }, who: Principal) =>
    who.permissions.has('read') ? [...evidence] : [];
  /** Runs may be of a scenario whose pack is gone. */
  const keyOf = (name: string) => scenarios.find(name)?.key ?? name;
  return {
    getOutcomes: ({ params, query: { passes, ...rest } }, signal) =>
      outcomes.outcomes(
        { scenario: keyOf(params.key), taskIdx: params.taskIdx, passes, ...dropUndefined(rest) },
        signal,
      ),
    getOutcome: ({ params, query }, signal) =>
      outcomes.outcome(
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
      if (body.run === null) outcomes.dropReference(scenario, taskIdx, body.version);
      else outcomes.markReference({ scenario, taskIdx, run: body.run, by: person });
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
    listTaskStatuses: async ({ who, blind }) => ({
      items: (await tasks.list())
        .filter(({ scenario, taskIdx }) => !blind.hidesTask(scenario, taskIdx))
        .map((entry) => ({ ...entry, evidence: evidenceOf(entry, who) })),
    }),
    setTaskStatuses({ body, person }) {
      return tasks.set({ ...body, by: person });
    },
    getTaskHistory: ({ params, who }) => ({
      items: tasks
        .history(keyOf(params.key), params.taskIdx)
        .map((said) => ({ ...said, evidence: evidenceOf(said, who) })),
    }),
    exportTaskStatuses({ query, blind }) {
      return new Download({
        data: tasks.file(query.of, (scenario, taskIdx) => blind.hidesTask(scenario, taskIdx)),
        contentType: 'application/jsonl; charset=utf-8',
        fileName: query.of === 'said' ? 'task-statuses.jsonl' : `tasks-${query.of}.jsonl`,
      });
    },
    importTaskStatuses({ file }) {
      return tasks.take(file);
    },
  };
}
