import type { IncomingMessage, ServerResponse } from 'node:http';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { AppError } from '../../../lib/contracts/errors.ts';
import { isJsonObject } from '../../../lib/contracts/pydantic.ts';
import { EngineRefusal } from '../../engine/types.ts';
import type { Engine, EngineSession } from '../../engine/types.ts';
import type { Log } from '../../log.ts';
import { createMcpServer } from './mcp-server.ts';
import { createToolbox } from './toolbox.ts';

export interface StreamableHttpOptions {
  readonly engine: Engine;
  readonly log: Log;
  readonly maxIdleMs: number;
  readonly version: string;
  readonly scenarioNames: () => readonly string[];
}

/** MCP over HTTP: one session an initialised client, found by the Mcp-Session-Id header. */
export interface StreamableHttp extends AsyncDisposable {
  claims(request: IncomingMessage, body: unknown): boolean;
  handleRequest(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>;
}

interface Client {
  readonly session: EngineSession;
  readonly transport: StreamableHTTPServerTransport;
  readonly close: () => Promise<void>;
  /** Requests under way, streams apart. */
  running: number;
  usedAt: number;
}

export function createStreamableHttp(options: StreamableHttpOptions): StreamableHttp {
  const { engine, log, maxIdleMs } = options;
  const clients = new Map<string, Client>();
  let timer: NodeJS.Timeout | undefined;

  function reap(): void {
    for (const client of clients.values()) {
      if (client.running === 0 && Date.now() - client.usedAt > maxIdleMs) end(client, 'idle');
    }
  }

  function end({ session }: Client, reason: 'idle' | 'closed'): void {
    session
      .close(reason)
      .catch((error: unknown) => log.warn({ err: error }, 'a session did not close cleanly'));
  }

  /**
   * `/mcp?scenario=…&task_idx=…` resets at once, for clients that are configured by an address alone.
   *
   * @throws AppError capacity_reached, invalid_request
   */
  async function open(query: URLSearchParams, signal: AbortSignal): Promise<Client> {
    const session = engine.createSession({ actor: 'agent', transport: 'mcp' });
    try {
      await resetFrom(query, session, signal);
      signal.throwIfAborted();
    } catch (error) {
      await session.close('closed');
      throw error;
    }
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => session.id,
      onsessionclosed: () => session.close('closed'),
    });
    const server = createMcpServer(createToolbox(session, options.scenarioNames), options.version);
    const client: Client = {
      session,
      transport,
      close: () => server.close(),
      running: 0,
      usedAt: Date.now(),
    };
    clients.set(session.id, client);
    session.watch(0, (event) => {
      if (event.kind !== 'closed') return;
      clients.delete(session.id);
      if (clients.size === 0) stop();
      server
        .close()
        .catch((error: unknown) => log.warn({ err: error }, 'an MCP session did not close cleanly'));
    });
    timer ??= setInterval(reap, Math.max(10, Math.min(5_000, maxIdleMs / 4))).unref();
    // The SDK's class declares its callbacks as possibly undefined, its interface as optional.
    await server.connect(transport);
    return client;
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  async function serve(
    client: Client,
    request: IncomingMessage,
    response: ServerResponse,
    body: unknown,
  ): Promise<void> {
    client.usedAt = Date.now();
    if (request.method === 'GET') {
      await client.transport.handleRequest(request, response);
      return;
    }
    client.running++;
    response.once('close', () => {
      client.running--;
      client.usedAt = Date.now();
    });
    await client.transport.handleRequest(request, response, body);
  }

  return {
    claims: (request, body) =>
      request.headers['mcp-session-id'] !== undefined || (request.method === 'POST' && initialises(body)),
    async handleRequest(request, response, body) {
      const id = request.headers['mcp-session-id'];
      if (id !== undefined) {
        const client = clients.get(String(id));
        if (client === undefined) refuse(response, 404, -32001, 'Session not found');
        else await serve(client, request, response, body);
        return;
      }
      const gone = new AbortController();
      response.once('close', () => gone.abort());
      let client: Client;
      try {
        client = await open(new URL(request.url ?? '/', 'http://localhost').searchParams, gone.signal);
      } catch (error) {
        // Nobody waits for the session's id any more.
        if (gone.signal.aborted) return;
        if (error instanceof AppError) refuse(response, error.status, -32000, error.message);
        else if (error instanceof EngineRefusal) refuse(response, 400, -32000, error.message);
        else throw error;
        return;
      }
      response.once('finish', () => {
        // Refused by the SDK (a wrong Accept header, say): nobody holds the session's id.
        if (response.statusCode >= 400) end(client, 'closed');
      });
      await serve(client, request, response, body);
    },
    async [Symbol.asyncDispose]() {
      stop();
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

async function resetFrom(query: URLSearchParams, session: EngineSession, signal: AbortSignal): Promise<void> {
  const scenario = query.get('scenario');
  if (scenario === null) return;
  const taskIdx = query.get('task_idx');
  const params = taskIdx === null ? { scenario } : { scenario, task_idx: Number(taskIdx) };
  const { observation } = await session.reset(params, signal);
  const { reward_type: kind, error } = observation;
  if (kind === 'reset_error')
    throw new AppError('invalid_request', typeof error === 'string' ? error : 'reset failed');
}

function initialises(body: unknown): boolean {
  if (Array.isArray(body)) return body.some(initialises);
  return isJsonObject(body) && body['method'] === 'initialize';
}

function refuse(response: ServerResponse, status: number, code: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
}
