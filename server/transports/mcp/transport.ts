import { AppError } from '../../../lib/contracts/errors.ts';
import { rpcError } from '../../../lib/contracts/mcp.ts';
import { createSocketServer, describeCapacity } from '../openenv/index.ts';
import type { OpenEnvTransport, SocketServer } from '../openenv/index.ts';
import { createMcpSocket } from './socket.ts';
import { createStreamableHttp } from './streamable-http.ts';
import type { StreamableHttp, StreamableHttpOptions } from './streamable-http.ts';

/** Real MCP: over streamable HTTP at `/mcp`, and over WS `/mcp`. */
export interface McpTransport extends StreamableHttp, Pick<SocketServer, 'handleUpgrade'> {}

export interface McpTransportOptions extends StreamableHttpOptions {
  /** Holds the sockets' sessions, and answers those that speak OpenEnv's JSON-RPC. */
  readonly openenv: OpenEnvTransport;
}

export function createMcpTransport(options: McpTransportOptions): McpTransport {
  const { engine, openenv, version, scenarioNames } = options;
  const http = createStreamableHttp(options);
  const sockets = createSocketServer({
    log: options.log,
    maxIdleMs: options.maxIdleMs,
    subprotocol: 'mcp',
    open: () =>
      createMcpSocket({ lease: openenv.sessions.open('mcp'), rpc: openenv.rpc, version, scenarioNames }),
    refuse(error) {
      if (error instanceof AppError && error.code === 'capacity_reached') {
        const { message, ...counts } = describeCapacity(error, engine);
        return rpcError(null, 'server', message, counts);
      }
      return rpcError(null, 'server', error instanceof Error ? error.message : String(error));
    },
  });
  return {
    claims: (request, body) => http.claims(request, body),
    handleRequest: (request, response, body) => http.handleRequest(request, response, body),
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),
    async [Symbol.asyncDispose]() {
      await Promise.all([http[Symbol.asyncDispose](), sockets[Symbol.asyncDispose]()]);
    },
  };
}
