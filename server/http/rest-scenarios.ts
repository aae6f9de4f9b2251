import { AppError } from '../../lib/contracts/errors.ts';
import type { Scenario, ToolInfo } from '../../lib/contracts/rest.ts';
import type { BlindRuns } from '../annotate/index.ts';
import type { PackInfo, ScenarioSummary } from '../dataset/types.ts';
import type { Finding, PreparedScenario } from '../host/types.ts';
import type { HttpContext } from './context.ts';
import type { Handlers } from './rest.ts';

export function scenarioHandlers({
  scenarios,
  engine,
}: HttpContext): Pick<Handlers, 'listScenarios' | 'getScenario' | 'getScenarioTools'> {
  function describe(summary: ScenarioSummary, blind: BlindRuns): Scenario {
    const checked = scenarios.findings(summary.key);
    // What a task's verifier says whatever is done tells how its runs ended.
    const isTold = ({ details }: Finding) => {
      const taskIdx = details?.['task_idx'];
      return typeof taskIdx !== 'number' || !blind.hidesTask(summary.key, taskIdx);
    };
    return {
      key: summary.key,
      name: summary.name,
      description: summary.description,
      pack: summary.pack,
      trusted: summary.trusted,
      tasks: [...summary.tasks],
      verifiers: [...summary.verifiers],
      category: summary.category,
      tableCount: summary.tableCount,
      toolCount: checked?.tools ?? null,
      findings:
        checked === undefined
          ? null
          : {
              checkedAtMs: checked.checkedAtMs,
              items: checked.findings
                .filter(isTold)
                .map(({ code, message, details }) =>
                  details === undefined ? { code, message } : { code, message, details },
                ),
            },
    };
  }

  function find(key: string): ScenarioSummary {
    const summary = scenarios.find(key);
    if (summary === undefined) throw new AppError('not_found', `There is no scenario '${key}'.`);
    return summary;
  }

  return {
    listScenarios: ({ blind }) => ({
      items: scenarios.list().map((summary) => describe(summary, blind)),
      packs: scenarios.packs().map(describePack),
    }),
    getScenario: ({ params, blind }) => describe(find(params.key), blind),
    getScenarioTools: async ({ params }) => describeTools(await engine.prepare(find(params.key).key)),
  };
}

export function describePack({ name, kind, trusted, scenarios, problems }: PackInfo) {
  return { name, kind, trusted, scenarios, problems: [...problems] };
}

export function describeTools(prepared: PreparedScenario): {
  tools: ToolInfo[];
  seedErrors: { table: string; statement: string; message: string }[];
  stateful: boolean;
} {
  const tools = prepared.tools.map(({ name, description, inputSchema }) => {
    const operation = prepared.operations.get(name);
    return {
      name,
      description,
      inputSchema,
      method: operation?.method ?? null,
      path: operation?.path ?? null,
    };
  });
  return { tools, seedErrors: [...prepared.seedErrors], stateful: prepared.stateful };
}
