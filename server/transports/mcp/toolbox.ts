import { isJsonObject } from '../../../lib/contracts/pydantic.ts';
import type { JsonObject } from '../../../lib/contracts/pydantic.ts';
import type { EngineSession, Outcome } from '../../engine/types.ts';
import { toolResult } from '../openenv/index.ts';

/** What an MCP client sees of a session: `reset`, after it the scenario's own tools, `verify` and `done`. */
export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

export interface ToolCall {
  readonly result: JsonObject;
  /** Another scenario's tools are there now. */
  readonly listChanged: boolean;
}

export interface Toolbox {
  list(): readonly ListedTool[];
  call(name: string, args: JsonObject, signal?: AbortSignal): Promise<ToolCall>;
}

/** Scenarios named in the description of `reset`; more would only fill the model's context. */
const NAMED_SCENARIOS = 40;

export function createToolbox(session: EngineSession, scenarioNames: () => readonly string[]): Toolbox {
  return {
    list() {
      const own = session.prepared?.tools ?? [];
      const control = [describeReset(scenarioNames()), VERIFY, DONE];
      const taken = new Set(control.map(({ name }) => name));
      const free = own.filter(({ name }) => !taken.has(name));
      return own.length === 0
        ? control
        : [control[0], ...free, VERIFY, DONE].filter((tool) => tool !== undefined);
    },
    async call(name, args, signal) {
      if (name !== 'reset') {
        const outcome = await session.step({ type: 'call_tool', tool_name: name, arguments: args }, signal);
        return { result: toolResult(outcome), listChanged: false };
      }
      const before = session.prepared?.hash;
      const outcome = await session.reset(args, signal);
      return { result: resetResult(outcome), listChanged: session.prepared?.hash !== before };
    },
  };
}

/** A failed reset is an error to the model; a reset with a warning is not. */
function resetResult(outcome: Outcome): JsonObject {
  const failed = outcome.observation['reward_type'] === 'reset_error';
  const result = toolResult(outcome);
  return { ...result, content: [{ type: 'text', text: outcome.observationJson }], isError: failed };
}

function describeReset(names: readonly string[]): ListedTool {
  const shown = names.slice(0, NAMED_SCENARIOS).join(', ');
  const more = names.length > NAMED_SCENARIOS ? `, … (${names.length} in all)` : '';
  return {
    name: 'reset',
    description: `Starts an episode: a fresh database of a scenario, and the task to be done in it. Its tools are listed afterwards. Scenarios: ${shown}${more}`,
    inputSchema: {
      type: 'object',
      properties: {
        scenario: { type: 'string', description: 'Name of the scenario' },
        task_idx: {
          type: 'integer',
          minimum: 0,
          description: 'Which of its tasks; without it there is no task to verify',
        },
        task: { type: 'string', description: 'Other words for the task' },
        episode_id: { type: 'string', description: 'Your own name for the episode' },
      },
      required: ['scenario'],
    },
  };
}

const VERIFY: ListedTool = {
  name: 'verify',
  description: 'Judges whether the task is done, by the state of the database; may be called again.',
  inputSchema: {
    type: 'object',
    properties: {
      verifier_mode: { type: 'string', enum: ['code', 'sql'], default: 'code' },
      final_answer: { type: 'string', description: 'Your answer, where the task asks for one' },
    },
  },
};

const DONE: ListedTool = {
  name: 'done',
  description: 'Ends the episode without judging it.',
  inputSchema: {
    type: 'object',
    properties: {
      keep_session: {
        type: 'boolean',
        default: false,
        description: 'Keep the folder with the trajectory and databases',
      },
    },
  },
};

/** Arguments of a call; none stands for `{}`. */
export function argumentsOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
