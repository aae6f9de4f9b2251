import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { MAX_FRAME_IN_BYTES } from '../../../lib/contracts/openenv.ts';
import type { Log } from '../../log.ts';
import type { EndReason } from '../../store/types.ts';
import { closeAfter, serveConnection } from './connection.ts';
import type { Incoming, Push, Reply } from './connection.ts';
import { createFrameFilter, filterSocket } from './frame-filter.ts';
import { createKeepAlive } from './keep-alive.ts';
import type { Lease } from './sessions.ts';

/** Accepts WebSockets that each hold one session: `/ws` and WS `/mcp`. */
export interface SocketServer extends AsyncDisposable {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

/** What a socket does, once it has its session. */
export interface SocketSession {
  readonly lease: Lease;
  handle(incoming: Incoming, signal: AbortSignal, push: Push): Promise<Reply>;
  /** What the client is told when the engine ends the session. */
  farewell(reason: Exclude<EndReason, 'server_stop'>): string | undefined;
}

export interface SocketServerOptions {
  readonly log: Log;
  /** After this time without a message or a pong a socket is taken for half-open. */
  readonly maxIdleMs: number;
  /** Milliseconds between pings; 20 s by default, under the idle limits of common proxies. */
  readonly pingEveryMs?: number;
  /** Taken where the client offers it. */
  readonly subprotocol?: string;
  /** Throws where there is no session for the socket. */
  readonly open: (url: URL, isOpen: () => boolean) => SocketSession;
  /** The frame that says why, before the socket is closed with 1000. */
  readonly refuse: (error: unknown) => string;
}

/** How long a stopping server waits for the peers' closing handshakes. */
const CLOSE_GRACE_MS = 500;

/** How long a peer may take to answer a close frame before its socket is destroyed; not among the package's types. */
const HANDSHAKE = { closeTimeout: 5000 };

export function createSocketServer(options: SocketServerOptions): SocketServer {
  const { log } = options;
  const keepAlive = createKeepAlive({ everyMs: options.pingEveryMs ?? 20_000, maxIdleMs: options.maxIdleMs });
  // Oversized messages never reach the parser, so its own limit is only a net. UTF-8 is checked by the connection.
  const server = new WebSocketServer({
    ...HANDSHAKE,
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_IN_BYTES + 1024,
    skipUTF8Validation: true,
    handleProtocols: (offered) =>
      options.subprotocol !== undefined && offered.has(options.subprotocol) ? options.subprotocol : false,
  });

  function failed(error: unknown): void {
    log.warn({ err: error }, 'a session did not close cleanly');
  }

  function accept(ws: WebSocket, socket: Duplex, url: URL): void {
    const filter = createFrameFilter(MAX_FRAME_IN_BYTES);
    filterSocket(socket, filter);
    let opened: SocketSession;
    try {
      opened = options.open(url, () => ws.readyState === ws.OPEN);
    } catch (error) {
      ws.on('error', () => undefined);
      closeAfter(ws, options.refuse(error));
      return;
    }
    const { session } = opened.lease;
    const connection = serveConnection({
      ws,
      filter,
      handle: (incoming, signal, push) => opened.handle(incoming, signal, push),
      onFailure: (error) => log.error({ err: error }, 'a message could not be handled'),
      onClose: () => {
        unwatch();
        opened.lease.release().catch(failed);
      },
    });
    const unwatch = session.watch(0, (event) => {
      if (event.kind !== 'closed') return;
      if (event.reason === 'server_stop') connection.end(undefined, 1001, 'the server is stopping');
      else connection.end(opened.farewell(event.reason), 1000, '');
    });
    keepAlive.add(ws, () => {
      session
        .close('idle')
        .catch(failed)
        .finally(() => ws.terminate());
    });
  }

  return {
    handleUpgrade(request, socket, head) {
      const url = new URL(request.url ?? '/', 'http://localhost');
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, socket, url));
    },
    async [Symbol.asyncDispose]() {
      keepAlive.stop();
      await closeAll(server.clients);
      server.close();
    },
  };
}

async function closeAll(clients: ReadonlySet<WebSocket>): Promise<void> {
  const closing = [...clients].map(
    (ws) =>
      new Promise<void>((resolve) => {
        ws.once('close', () => resolve());
        ws.close(1001, 'the server is stopping');
      }),
  );
  const grace = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_GRACE_MS).unref());
  await Promise.race([Promise.all(closing), grace]);
  for (const ws of clients) ws.terminate();
}
