/** JSON Schemas of GET /schema: what a typed client may send and will get. The keys are those of the reference server. */

const text = (description: string) => ({
  anyOf: [{ type: 'string' }, { type: 'null' }],
  default: null,
  description,
});
const whole = (description: string) => ({
  anyOf: [{ type: 'integer' }, { type: 'null' }],
  default: null,
  description,
});
const metadata = { additionalProperties: true, type: 'object', description: 'What is the client’s own' };

const action = {
  $defs: {
    CallToolAction: {
      additionalProperties: false,
      description: 'Calls a tool of the scenario, or verify, done or __list_scenarios__',
      properties: {
        metadata,
        type: { const: 'call_tool', default: 'call_tool', type: 'string' },
        tool_name: { type: 'string' },
        arguments: { additionalProperties: true, type: 'object' },
      },
      required: ['tool_name'],
      type: 'object',
    },
    ListToolsAction: {
      additionalProperties: false,
      description: 'Asks for the tools of the scenario',
      properties: { metadata, type: { const: 'list_tools', default: 'list_tools', type: 'string' } },
      type: 'object',
    },
  },
  discriminator: {
    mapping: { call_tool: '#/$defs/CallToolAction', list_tools: '#/$defs/ListToolsAction' },
    propertyName: 'type',
  },
  oneOf: [{ $ref: '#/$defs/ListToolsAction' }, { $ref: '#/$defs/CallToolAction' }],
};

const observation = {
  additionalProperties: false,
  properties: {
    done: { default: false, type: 'boolean' },
    reward: {
      anyOf: [{ type: 'boolean' }, { type: 'integer' }, { type: 'number' }, { type: 'null' }],
      default: null,
    },
    metadata: { additionalProperties: true, type: 'object' },
    reward_type: text('What the reward is for'),
    scenario: text('Normalised name'),
    task: text('What is to be done'),
    task_idx: whole('Which of the scenario’s tasks'),
    has_verifier: {
      anyOf: [{ additionalProperties: true, type: 'object' }, { type: 'boolean' }, { type: 'null' }],
      default: null,
    },
    num_tools: whole('Tools of the scenario'),
    tool_name: text('The tool that was called'),
    tool_result: { default: null },
    error: text('Why the call failed'),
    warning: text('What did not go as it should'),
    verify_result: {
      anyOf: [{ additionalProperties: true, type: 'object' }, { type: 'null' }],
      default: null,
    },
    steps_taken: whole('Steps of the episode so far'),
    scenarios: { anyOf: [{ items: {}, type: 'array' }, { type: 'null' }], default: null },
    total: whole('Scenarios in all'),
    trajectory_path: text('Where the trajectory was kept'),
    session_dir: text('The kept folder'),
  },
  type: 'object',
};

const state = {
  additionalProperties: true,
  properties: {
    episode_id: text('The client’s name for the episode, or one made for it'),
    step_count: { default: 0, minimum: 0, type: 'integer' },
  },
  type: 'object',
};

export const OPENENV_SCHEMAS = { action, observation, state };
