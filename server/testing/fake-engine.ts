import { randomBytes } from 'node:crypto';
import { AppError } from '../../lib/contracts/errors.ts';
import { floatRepr, pythonStr } from '../../lib/util/python-repr.ts';
import { Control } from '../engine/control.ts';
import { EngineRefusal } from '../engine/types.ts';
import type {
  Action,
  Engine,
  EngineSession,
  EngineStats,
  Outcome,
  ResetParams,
  SessionEvent,
} from '../engine/types.ts';
import type { PreparedScenario, Tool } from '../host/types.ts';
import type { Actor, EndReason } from '../store/types.ts';

/**
 * An engine without a scenario process, for the tests of transports: one scenario `toy_1` whose tools echo, wait, fail
 * and answer at length. What it says before a reset and after done is what the reference says.
 */
const TOOLS: readonly Tool[] = [
  { name: 'echo', description: 'Gives its arguments back', inputSchema: { type: 'object', properties: {} } },
  { name: 'wait', description: 'Answers when released', inputSchema: { type: 'object', properties: {} } },
  { name: 'fail', description: 'Fails', inputSchema: { type: 'object', properties: {} } },
  {
    name: 'big',
    description: 'Answers with so many bytes',
    inputSchema: { type: 'object', properties: { bytes: { type: 'integer' } }, required: ['bytes'] },
  },
];

export interface FakeEngine extends Engine {
  /** Lets every running `wait` call answer. */
  releaseWaits(): void;
  /** Resolves with the signal of the next `wait` call once it runs. */
  nextWait(): Promise<AbortSignal | undefined>;
  /** How sessions ended, oldest first. */
  readonly ends: readonly { readonly id: string; readonly reason: EndReason }[];
}

interface Shared {
  readonly sessions: Map<string, EngineSession>;
  readonly waits: Set<() => void>;
  readonly waitWatchers: ((signal: AbortSignal | undefined) => void)[];
  readonly ends: { id: string; reason: EndReason }[];
}

export function createFakeEngine(options: { readonly maxSessions?: number } = {}): FakeEngine {
  const shared: Shared = { sessions: new Map(), waits: new Set(), waitWatchers: [], ends: [] };
  const maxSessions = options.maxSessions ?? 100;
  return {
    ends: shared.ends,
    createSession({ actor, transport }) {
      if (shared.sessions.size >= maxSessions) {
        const details = { active_sessions: shared.sessions.size, max_sessions: maxSessions };
        throw new AppError('capacity_reached', 'No session is free', { details });
      }
      const session = createFakeSession(shared, actor, transport);
      shared.sessions.set(session.id, session);
      return session;
    },
    fork: () => Promise.reject(new AppError('not_found', 'This engine records nothing.')),
    session: (id) => shared.sessions.get(id),
    sessions: () => [...shared.sessions.values()],
    prepare(key) {
      if (key !== 'toy_1') return Promise.reject(new AppError('not_found', `There is no scenario '${key}'`));
      return Promise.resolve(PREPARED);
    },
    stats: (): EngineStats => ({
      total_sessions: 0,
      max_idle_time_config: 600,
      cleanup_interval_config: 5,
      allowed_idle_sessions_config: 3000,
      max_idle_s: 0,
      scenarios: {},
    }),
    releaseWaits() {
      for (const release of shared.waits) release();
      shared.waits.clear();
    },
    nextWait: () => new Promise((resolve) => shared.waitWatchers.push(resolve)),
    async [Symbol.asyncDispose]() {
      await Promise.all([...shared.sessions.values()].map((session) => session.close('server_stop')));
    },
  };
}

const TOOLS_JSON = JSON.stringify(
  TOOLS.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
);

const PREPARED: PreparedScenario = {
  key: 'toy_1',
  hash: '0'.repeat(64),
  tools: TOOLS,
  toolsJson: TOOLS_JSON,
  operations: new Map(),
  initialDb: '',
  templateDb: '',
  sessionsDir: '',
  seedErrors: [],
  stateful: false,
  seedReadsClock: false,
  findings: [],
  timings: {},
  code: '',
  release: () => undefined,
};

function outcome(
  observation: Record<string, unknown>,
  reward: number | null = null,
  done = false,
  metadata?: Record<string, unknown>,
): Outcome {
  const rewardJson = reward === null ? 'null' : floatRepr(reward);
  return { observation, observationJson: JSON.stringify(observation), reward, rewardJson, done, metadata };
}

function createFakeSession(shared: Shared, actor: Actor, transport: string): EngineSession {
  const id = randomBytes(16).toString('hex');
  const listeners = new Set<(event: SessionEvent) => void>();
  let seq = 0;
  let scenario: string | null = null;
  let episodeId: string | null = null;
  let steps = 0;
  let done = false;
  let closed: EndReason | undefined;

  function reset(params: ResetParams): Promise<Outcome> {
    const { scenario: name, task_idx: taskIdx } = params;
    if (name === undefined) {
      return Promise.resolve(
        outcome({ reward_type: 'reset_error', error: "Parameter 'scenario' is required" }),
      );
    }
    if (name === 'broken') return Promise.reject(new AppError('scenario_broken', 'It does not import'));
    if (name !== 'toy_1') {
      return Promise.resolve(
        outcome({ reward_type: 'reset_error', error: `Scenario '${pythonStr(name)}' not found` }),
      );
    }
    if (typeof taskIdx === 'string') {
      return Promise.reject(new EngineRefusal("'<=' not supported between instances of 'int' and 'str'"));
    }
    scenario = 'toy_1';
    episodeId =
      typeof params['episode_id'] === 'string' ? params['episode_id'] : randomBytes(4).toString('hex');
    steps = 0;
    done = false;
    return Promise.resolve(
      outcome({ reward_type: 'reset_ok', scenario, num_tools: TOOLS.length }, null, false, { toy: true }),
    );
  }

  async function step(action: Action, signal?: AbortSignal): Promise<Outcome> {
    if (closed !== undefined) throw new AppError('session_closed', `The session has ended: ${closed}`);
    if (done) {
      const error = 'Episode has ended. Call reset() to start a new episode.';
      return outcome({ reward_type: 'episode_already_done', error }, null, true);
    }
    const name = action.type === 'call_tool' ? action.tool_name : '';
    if (scenario === null) {
      done = name === 'done';
      return beforeReset(name);
    }
    steps++;
    if (action.type === 'list_tools') return outcome({ tools: JSON.parse(TOOLS_JSON) as unknown });
    switch (name) {
      case 'verify':
        return outcome(
          { reward_type: 'complete', verify_result: { result: 'complete' }, steps_taken: steps },
          1,
        );
      case 'done':
        done = true;
        return outcome({ reward_type: 'episode_done', steps_taken: steps }, 0, true);
      default:
        return call(shared, name, action.arguments, signal);
    }
  }

  const control = new Control({ onChange: () => undefined });

  return {
    id,
    epoch: 'fake',
    control,
    get info() {
      return {
        id,
        actor,
        transport,
        scenario,
        task: null,
        taskIdx: null,
        episodeId,
        recordId: null,
        stepCount: steps,
        done,
        phase: closed === undefined ? ('ready' as const) : ('closed' as const),
        idleMs: 0,
        createdAtMs: 0,
        baseline: false,
        restoredAtMs: null,
        restored: null,
        control: control.info,
      };
    },
    get prepared() {
      return scenario === null ? undefined : PREPARED;
    },
    ready: () => Promise.resolve(scenario === null ? undefined : PREPARED),
    reset: (params) => reset(params),
    step,
    state: () => ({ episode_id: episodeId, step_count: steps }),
    watch(_afterSeq, listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close(reason) {
      if (closed !== undefined) return Promise.resolve();
      closed = reason;
      shared.sessions.delete(id);
      shared.ends.push({ id, reason });
      seq++;
      for (const listener of [...listeners]) listener({ seq, kind: 'closed', reason });
      return Promise.resolve();
    },
  };
}

function beforeReset(name: string): Outcome {
  const notReset = 'environment not initialized (reset failed or not called)';
  switch (name) {
    case '':
      return outcome({ tools: [], error: 'Sub-environment is not running. Call reset() first.' });
    case 'verify':
      return outcome({ reward_type: 'server_error', error: `Cannot verify: ${notReset}` }, 0);
    case 'done':
      return outcome({ reward_type: 'server_error', error: `Cannot call done: ${notReset}` }, 0, true);
    default: {
      const error = 'Sub-environment is not running. Call reset() first.';
      return outcome({ reward_type: 'server_error', tool_name: name, error }, 0);
    }
  }
}

async function call(
  shared: Shared,
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const ok = (result: string): Outcome =>
    outcome({ reward_type: 'tool_call_ok', tool_name: name, tool_result: result }, 0);
  switch (name) {
    case 'echo':
      return ok(JSON.stringify(args));
    case 'big':
      return ok('x'.repeat(Number(args['bytes'])));
    case 'fail':
      return outcome({ reward_type: 'server_error', tool_name: name, error: 'It broke' }, 0, false, {
        http_status: 500,
      });
    case 'wait': {
      await new Promise<void>((resolve) => {
        shared.waits.add(resolve);
        signal?.addEventListener('abort', () => resolve());
        shared.waitWatchers.shift()?.(signal);
      });
      return ok(signal?.aborted === true ? 'cancelled' : 'waited');
    }
    default: {
      const error = `Unknown tool: ${name}`;
      return outcome({ reward_type: 'tool_not_found', tool_name: name, error }, -1);
    }
  }
}
