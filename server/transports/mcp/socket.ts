import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js';
import { parseRpcRequest, rpcError, rpcResult } from '../../../lib/contracts/mcp.ts';
import type { RpcRequest } from '../../../lib/contracts/mcp.ts';
import { isJsonObject, PydanticValidationError } from '../../../lib/contracts/pydantic.ts';
import type { JsonObject } from '../../../lib/contracts/pydantic.ts';
import { parseLossless } from '../../../lib/util/lossless-json.ts';
import { pythonTypeName } from '../../../lib/util/python-repr.ts';
import type { Incoming, Lease, OpenEnvRpc, Push, Reply, SocketSession } from '../openenv/index.ts';
import { createMcpServer } from './mcp-server.ts';
import { createToolbox } from './toolbox.ts';
import type { Toolbox } from './toolbox.ts';

/**
 * One WS /mcp connection: a client that sends `initialize` speaks MCP from there on; any other speaks OpenEnv's JSON-RPC.
 * Both have the session's whole toolbox, `reset` included: there is no other way to reset here.
 */
export function createMcpSocket(options: {
  readonly lease: Lease;
  readonly rpc: OpenEnvRpc;
  readonly version: string;
  readonly scenarioNames: () => readonly string[];
}): SocketSession {
  const { lease, rpc } = options;
  const toolbox = createToolbox(lease.session, options.scenarioNames);
  let mcp: { receive(message: JsonObject): void } | undefined;

  async function startMcp(push: Push): Promise<{ receive(message: JsonObject): void }> {
    const transport = createPushTransport(push);
    await createMcpServer(toolbox, options.version).connect(transport);
    return {
      receive(message) {
        const parsed = JSONRPCMessageSchema.safeParse(message);
        if (parsed.success) transport.onmessage?.(parsed.data);
      },
    };
  }

  async function answer(message: JsonObject, signal: AbortSignal, push: Push): Promise<Reply> {
    if (mcp === undefined && message['method'] === 'initialize') mcp = await startMcp(push);
    if (mcp !== undefined) {
      mcp.receive(message);
      return { kind: 'none' };
    }
    return { kind: 'frame', text: await answerRpc(message, signal) };
  }

  async function answerRpc(message: JsonObject, signal: AbortSignal): Promise<string> {
    const request = requestOf(message);
    if (request?.method === 'tools/list')
      return rpcResult(request.id, JSON.stringify({ tools: toolbox.list() }));
    if (request?.method !== 'tools/call') return rpc.handle(message, { session: lease.session, signal });
    return callTool(toolbox, request, signal);
  }

  return {
    lease,
    async handle(incoming: Incoming, signal: AbortSignal, push: Push): Promise<Reply> {
      switch (incoming.kind) {
        case 'oversize':
          return {
            kind: 'frame',
            text: rpcError(null, 'invalidRequest', `The message is too large: ${incoming.bytes} bytes`),
          };
        case 'binary':
          return { kind: 'fatal', text: rpcError(null, 'server', "'text'") };
        case 'text':
      }
      let message: unknown;
      try {
        message = parseLossless(incoming.text);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        return { kind: 'frame', text: rpcError(null, 'parse', `Parse error: ${reason}`) };
      }
      if (isJsonObject(message)) return answer(message, signal, push);
      const type = pythonTypeName(message);
      return { kind: 'fatal', text: rpcError(null, 'server', `A request must be an object, not ${type}`) };
    },
    farewell: (reason) => rpcError(null, 'server', `The session has ended: ${reason}`),
  };
}

/** Undefined where the request is not valid: the JSON-RPC says how. */
function requestOf(message: JsonObject): RpcRequest | undefined {
  try {
    return parseRpcRequest(message);
  } catch (error) {
    if (error instanceof PydanticValidationError) return undefined;
    throw error;
  }
}

async function callTool(toolbox: Toolbox, { id, params }: RpcRequest, signal: AbortSignal): Promise<string> {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string' || name === '')
    return rpcError(id, 'invalidParams', "Missing 'name' in params");
  if (!isJsonObject(args)) return rpcError(id, 'invalidParams', "'arguments' must be an object");
  try {
    const { result } = await toolbox.call(name, args, signal);
    return rpcResult(id, JSON.stringify(result));
  } catch (error) {
    return rpcError(id, 'internal', error instanceof Error ? error.message : String(error));
  }
}

/** The SDK's transport over a socket that somebody else owns. */
function createPushTransport(push: Push): Transport {
  const transport: Transport = {
    start: () => Promise.resolve(),
    send: (message) => push(JSON.stringify(message)),
    close() {
      transport.onclose?.();
      return Promise.resolve();
    },
  };
  return transport;
}
