import { isJsonObject } from '../contracts/pydantic.ts';
import type { JsonObject } from '../contracts/pydantic.ts';
import { openChannel } from './channel.ts';
import type { Channel } from './channel.ts';
import { OpenEnvProtocolError } from './errors.ts';
import type {
  CallOptions,
  ConnectOptions,
  DoneOptions,
  ResetParams,
  State,
  StepResult,
  Tool,
  ToolCallOptions,
  VerifyOptions,
} from './types.ts';
import { toSocketUrl } from './url.ts';

/**
 * One session on an OpenEnv server, for as long as its connection lasts. Calls may be made without waiting; the server
 * runs them in order. What a tool answers, its errors included, is a result; what the server refuses is thrown.
 */
export interface OpenEnvClient extends AsyncDisposable {
  reset(params?: ResetParams, options?: CallOptions): Promise<StepResult>;
  /** Counts as a step, as all but `state` do. */
  listTools(options?: CallOptions): Promise<readonly Tool[]>;
  /** Integers past 2^53 can be given as bigint. */
  callTool(
    name: string,
    args?: Readonly<Record<string, unknown>>,
    options?: ToolCallOptions,
  ): Promise<StepResult>;
  verify(options?: VerifyOptions): Promise<StepResult>;
  done(options?: DoneOptions): Promise<StepResult>;
  state(options?: CallOptions): Promise<State>;
  /** Ends the session and the connection. Idempotent. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** The server answers within 60 s whatever happens; the Python clients wait as long. */
const CALL_TIMEOUT_MS = 60_000;

/**
 * Connects to a server by its base URL (`https://host/prefix`). In browsers, and in Node from 22 on.
 *
 * @throws OpenEnvConnectionError, OpenEnvTimeoutError
 */
export async function connect(url: string, options: ConnectOptions = {}): Promise<OpenEnvClient> {
  const channel = await openChannel(toSocketUrl(url, options.sessionId), {
    timeoutMs: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return createClient(channel, options.timeoutMs ?? CALL_TIMEOUT_MS);
}

function createClient(channel: Channel, defaultTimeoutMs: number): OpenEnvClient {
  async function ask(
    type: string,
    answer: string,
    data: JsonObject | undefined,
    options: CallOptions = {},
  ): Promise<JsonObject> {
    const frame = await channel.request(data === undefined ? { type } : { type, data }, {
      timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    if (frame.type !== answer) {
      throw new OpenEnvProtocolError(`The server answered ${type} with ${frame.type}, not ${answer}`);
    }
    return frame.data;
  }

  async function step(action: JsonObject, options?: CallOptions): Promise<StepResult> {
    return toResult(await ask('step', 'observation', action, options));
  }

  function callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: ToolCallOptions = {},
  ): Promise<StepResult> {
    const action = { type: 'call_tool', tool_name: name, arguments: args };
    return step(options.metadata === undefined ? action : { ...action, metadata: options.metadata }, options);
  }

  return {
    reset: async (params = {}, options) => toResult(await ask('reset', 'observation', params, options)),
    async listTools(options) {
      const { observation } = await step({ type: 'list_tools' }, options);
      return observation.tools ?? [];
    },
    callTool: (name, args = {}, options) => callTool(name, args, options),
    verify: ({ mode = 'code', finalAnswer, ...options } = {}) =>
      callTool(
        'verify',
        finalAnswer === undefined
          ? { verifier_mode: mode }
          : { verifier_mode: mode, final_answer: finalAnswer },
        options,
      ),
    done: ({ keepSession, ...options } = {}) =>
      callTool('done', keepSession === undefined ? {} : { keep_session: keepSession }, options),
    async state(options) {
      const { episode_id: episodeId, step_count: stepCount } = await ask(
        'state',
        'state',
        undefined,
        options,
      );
      if ((episodeId !== null && typeof episodeId !== 'string') || typeof stepCount !== 'number') {
        throw new OpenEnvProtocolError('The server sent a state without episode_id and step_count');
      }
      return { episode_id: episodeId, step_count: stepCount };
    },
    close: () => channel.close(),
    [Symbol.asyncDispose]: () => channel.close(),
  };
}

function toResult({ observation, reward, done, metadata }: JsonObject): StepResult {
  if (!isJsonObject(observation))
    throw new OpenEnvProtocolError('The server sent an answer without observation');
  return {
    observation,
    reward: typeof reward === 'number' ? reward : null,
    done: done === true,
    metadata: isJsonObject(metadata) ? metadata : {},
  };
}
