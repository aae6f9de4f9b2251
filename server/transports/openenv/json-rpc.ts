import { AppError } from '../../../lib/contracts/errors.ts';
import { parseRpcRequest, rpcError, rpcResult } from '../../../lib/contracts/mcp.ts';
import type { RpcRequest } from '../../../lib/contracts/mcp.ts';
import { isJsonObject, PydanticValidationError } from '../../../lib/contracts/pydantic.ts';
import type { JsonObject } from '../../../lib/contracts/pydantic.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import { pythonStr } from '../../../lib/util/python-repr.ts';
import { isTruthy } from '../../../lib/util/python-truth.ts';
import type { Engine, EngineSession, Outcome } from '../../engine/types.ts';
import { describeCapacity } from './sessions.ts';
import type { OpenEnvSessions } from './sessions.ts';

/** OpenEnv's JSON-RPC: POST /mcp (always HTTP 200), `{"type":"mcp"}` frames and WS /mcp. Answers are JSON text. */
export interface OpenEnvRpc {
  /** A request whose JSON is not read yet. */
  handleText(text: string, scope?: RpcScope): Promise<string>;
  handle(message: JsonObject, scope?: RpcScope): Promise<string>;
}

export interface RpcScope {
  /** The socket's own session; without one, requests name theirs. */
  readonly session?: EngineSession;
  readonly signal?: AbortSignal;
}

export function createOpenEnvRpc(engine: Engine, sessions: OpenEnvSessions): OpenEnvRpc {
  async function handleText(text: string, scope: RpcScope = {}): Promise<string> {
    let message: unknown;
    try {
      message = parseLossless(text);
    } catch {
      return rpcError(null, 'parse', 'Parse error');
    }
    return isJsonObject(message) ? handle(message, scope) : rpcError(null, 'parse', 'Parse error');
  }

  async function handle(message: JsonObject, scope: RpcScope = {}): Promise<string> {
    let request: RpcRequest;
    try {
      request = parseRpcRequest(message);
    } catch (error) {
      if (!(error instanceof PydanticValidationError)) throw error;
      return rpcError(null, 'invalidRequest', `Invalid request: ${error.message}`);
    }
    try {
      return await dispatch(request, scope);
    } catch (error) {
      if (error instanceof AppError && error.code === 'capacity_reached') {
        const { message: text, ...data } = describeCapacity(error, engine);
        return rpcError(request.id, 'server', text, data);
      }
      return rpcError(request.id, 'internal', error instanceof Error ? error.message : String(error));
    }
  }

  async function dispatch(request: RpcRequest, scope: RpcScope): Promise<string> {
    const { method, id, params } = request;
    switch (method) {
      case 'openenv/session/create': {
        const session = scope.session ?? sessions.create();
        return rpcResult(id, JSON.stringify({ session_id: session.id }));
      }
      case 'openenv/session/close':
        return closeSession(request, scope);
      case 'tools/list':
      case 'tools/call': {
        const named = params['session_id'];
        const session = scope.session ?? (isTruthy(named) ? sessions.find(pythonStr(named)) : undefined);
        if (session !== undefined) {
          return method === 'tools/list'
            ? listTools(request, session, scope)
            : callTool(request, session, scope);
        }
        return isTruthy(named)
          ? rpcError(id, 'invalidParams', `Unknown session_id: ${pythonStr(named)}`)
          : rpcError(id, 'internal', 'Environment does not support MCP');
      }
      default:
        return rpcError(id, 'methodNotFound', `Method not found: ${method}`);
    }
  }

  async function closeSession({ id, params }: RpcRequest, scope: RpcScope): Promise<string> {
    const named = params['session_id'];
    if (!isTruthy(named)) return rpcError(id, 'invalidParams', "Invalid params - 'session_id' is required");
    const target = pythonStr(named);
    const end = target === scope.session?.id ? 'attached' : await sessions.close(target);
    switch (end) {
      case 'closed':
        return rpcResult(id, JSON.stringify({ session_id: target, closed: true }));
      case 'attached':
        return rpcError(id, 'invalidRequest', 'Cannot close active WebSocket-managed session via MCP method');
      case 'unknown':
        return rpcError(id, 'invalidParams', `Unknown session_id: ${target}`);
    }
  }

  return { handleText, handle };
}

async function listTools({ id }: RpcRequest, session: EngineSession, scope: RpcScope): Promise<string> {
  const { observation } = await session.step({ type: 'list_tools' }, scope.signal);
  const tools = Array.isArray(observation['tools']) ? observation['tools'].filter(isJsonObject) : [];
  const listed = tools.map(({ name, description, input_schema }) => ({
    name,
    description,
    inputSchema: input_schema,
  }));
  return rpcResult(id, JSON.stringify({ tools: listed }));
}

async function callTool(
  { id, params }: RpcRequest,
  session: EngineSession,
  scope: RpcScope,
): Promise<string> {
  const name = params['name'];
  const args = params['arguments'] ?? {};
  if (typeof name !== 'string' || name === '')
    return rpcError(id, 'invalidParams', "Missing 'name' in params");
  if (!isJsonObject(args)) return rpcError(id, 'invalidParams', "'arguments' must be an object");
  const outcome = await session.step({ type: 'call_tool', tool_name: name, arguments: args }, scope.signal);
  return rpcResult(id, JSON.stringify(toolResult(outcome)));
}

/**
 * An observation as an MCP tool result. `data` is what the newer clients' `call_tool` returns: the same text that
 * `tool_result` has over the socket. A failed call has no `data`, so that they return the whole result.
 */
export function toolResult(outcome: Outcome): JsonObject {
  const { observation, reward, done } = outcome;
  const { tool_result: result, error } = observation;
  const failed = error !== undefined;
  const text = failed ? pythonStr(error) : result === undefined ? outcome.observationJson : pythonStr(result);
  return {
    content: [{ type: 'text', text }],
    isError: failed,
    ...(failed ? {} : { data: result ?? observation }),
    _meta: { reward_type: observation['reward_type'] ?? null, reward, done, ...outcome.metadata },
  };
}
