import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Log } from '../log.ts';
import type { Guard } from './guard.ts';

/** Takes over upgraded sockets of one path. */
export interface UpgradeHandler {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** What renders `/web/**`. */
export interface UiHandler {
  handle(request: IncomingMessage, response: ServerResponse): void | Promise<void>;
  /** `/web/_next/**` only. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface LiveHandler extends UpgradeHandler {
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
}

export interface DispatcherOptions {
  readonly server: Server;
  /** Answers `/api/**`, `/mcp` and the OpenEnv endpoints. */
  readonly fastify: FastifyInstance;
  readonly openenv: UpgradeHandler;
  readonly mcp: UpgradeHandler;
  readonly live?: LiveHandler;
  readonly ui?: UiHandler;
  readonly guard: Guard;
  readonly log: Log;
}

/**
 * The server's one `request` and one `upgrade` listener. Each path has one owner; an upgrade that nobody owns is
 * destroyed. Dispose takes the listeners off.
 */
export async function createDispatcher(options: DispatcherOptions): Promise<Disposable> {
  const { server, fastify, openenv, mcp, live, ui, guard, log } = options;
  await fastify.ready();

  function failed(response: ServerResponse, error: unknown): void {
    log.error({ err: error }, 'a page failed');
    if (response.headersSent) response.destroy();
    else
      response
        .writeHead(500, { 'content-type': 'text/plain' })
        .end('The page failed; the server’s log says why.\n');
  }

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    if (guard.admit(request, response)) return;
    const path = pathOf(request);
    if (path.startsWith('/web/') && ui !== undefined) {
      Promise.resolve(ui.handle(request, response)).catch((error: unknown) => failed(response, error));
    } else if (path.startsWith('/socket.io/') && live !== undefined) live.handleRequest(request, response);
    else fastify.routing(request, response);
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Until an owner listens, a broken socket must not end the process.
    socket.on('error', () => socket.destroy());
    if (guard.refuseUpgrade(request, socket)) return;
    const path = pathOf(request);
    if (path === '/ws') openenv.handleUpgrade(request, socket, head);
    else if (path === '/mcp') mcp.handleUpgrade(request, socket, head);
    else if (path === '/socket.io/' && live !== undefined) live.handleUpgrade(request, socket, head);
    else if (path.startsWith('/web/_next/') && ui?.upgrade !== undefined) ui.upgrade(request, socket, head);
    else socket.destroy();
  }

  server.on('request', onRequest);
  server.on('upgrade', onUpgrade);
  return {
    [Symbol.dispose]() {
      server.off('request', onRequest);
      server.off('upgrade', onUpgrade);
    },
  };
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/';
  const end = url.search(/[?#]/);
  return end === -1 ? url : url.slice(0, end);
}
