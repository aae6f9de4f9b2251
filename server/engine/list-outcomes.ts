import type { Dataset } from '../dataset/types.ts';
import type { PreparedScenario } from '../host/types.ts';
import type { Outcome } from './types.ts';

/** What `list_tools` answers. */
export function toolsOutcome(prepared: PreparedScenario): Outcome {
  const tools = prepared.tools.map((tool) => ({
    name: tool.name,
    description: tool.description,
    input_schema: tool.inputSchema,
  }));
  return {
    observation: { tools, error: null },
    // The one null on the wire: the recorded reference has it.
    observationJson: `{"tools":${prepared.toolsJson},"error":null}`,
    reward: null,
    rewardJson: 'null',
    done: false,
    metadata: undefined,
  };
}

/** What `__list_scenarios__` answers; the list itself is in the text only. */
export function scenariosOutcome(dataset: Dataset): Outcome {
  const total = dataset.list().length;
  return {
    observation: { reward_type: 'tool_call_ok', total },
    observationJson: `{"reward_type":"tool_call_ok","scenarios":${dataset.listJson()},"total":${String(total)}}`,
    reward: null,
    rewardJson: 'null',
    done: false,
    metadata: undefined,
  };
}
