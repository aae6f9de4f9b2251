import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { AppError } from '../../../lib/contracts/errors.ts';
import { errorFrame, MAX_FRAME_IN_BYTES } from '../../../lib/contracts/openenv.ts';
import type { WireErrorData } from '../../../lib/contracts/openenv.ts';
import type { Engine } from '../../engine/types.ts';
import type { Log } from '../../log.ts';
import type { EndReason } from '../../store/types.ts';
import { serveConnection } from './connection.ts';
import type { Connection } from './connection.ts';
import { createFrameFilter, filterSocket } from './frame-filter.ts';
import { handleMessage } from './handle-message.ts';
import { createOpenEnvRpc } from './json-rpc.ts';
import type { OpenEnvRpc } from './json-rpc.ts';
import { createKeepAlive } from './keep-alive.ts';
import { AttachRefused, createOpenEnvSessions, describeCapacity } from './sessions.ts';
import type { Lease, OpenEnvSessions } from './sessions.ts';

export interface OpenEnvTransport extends AsyncDisposable {
  readonly rpc: OpenEnvRpc;
  readonly sessions: OpenEnvSessions;
  /** `/ws` and `/ws?session_id=…`; the socket is ours from here on. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface OpenEnvTransportOptions {
  readonly engine: Engine;
  readonly log: Log;
  /** After this time without a message or a pong a socket is taken for half-open. */
  readonly maxIdleMs: number;
  /** Milliseconds between pings; 20 s by default, under the idle limits of common proxies. */
  readonly pingEveryMs?: number;
}

/** How long a stopping server waits for the peers' closing handshakes. */
const CLOSE_GRACE_MS = 500;

export function createOpenEnvTransport(options: OpenEnvTransportOptions): OpenEnvTransport {
  const { engine, log } = options;
  const sessions = createOpenEnvSessions(engine);
  const rpc = createOpenEnvRpc(engine, sessions);
  const keepAlive = createKeepAlive({ everyMs: options.pingEveryMs ?? 20_000, maxIdleMs: options.maxIdleMs });
  // Oversized messages never reach the parser, so its own limit is only a net. UTF-8 is checked by the connection.
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_IN_BYTES + 1024,
    skipUTF8Validation: true,
  });

  function failed(error: unknown): void {
    log.warn({ err: error }, 'a session did not close cleanly');
  }

  function accept(ws: WebSocket, socket: Duplex, url: string): void {
    const filter = createFrameFilter(MAX_FRAME_IN_BYTES);
    filterSocket(socket, filter);
    let lease: Lease;
    try {
      const wanted = new URL(url, 'http://localhost').searchParams.get('session_id');
      lease =
        wanted === null || wanted === ''
          ? sessions.open('openenv')
          : sessions.attach(wanted, () => ws.readyState === ws.OPEN);
    } catch (error) {
      ws.on('error', () => undefined);
      ws.send(errorFrame(refusedSession(error, engine)));
      ws.close(1000);
      return;
    }
    const { session } = lease;
    const connection = serveConnection({
      ws,
      filter,
      handle: (incoming, signal) => handleMessage({ session, rpc }, incoming, signal),
      onClose: () => {
        unwatch();
        lease.release().catch(failed);
      },
    });
    const unwatch = session.watch(0, (event) => {
      if (event.kind === 'closed') endOf(connection, event.reason);
    });
    keepAlive.add(ws, () => {
      session
        .close('idle')
        .catch(failed)
        .finally(() => connection.terminate());
    });
  }

  return {
    rpc,
    sessions,
    handleUpgrade(request, socket, head) {
      server.handleUpgrade(request, socket, head, (ws) => accept(ws, socket, request.url ?? '/'));
    },
    async [Symbol.asyncDispose]() {
      keepAlive.stop();
      await closeAll(server.clients);
      server.close();
    },
  };
}

/** The engine has ended the session: the client hears why, in place of the answer to its next message. */
function endOf(connection: Connection, reason: EndReason): void {
  if (reason === 'server_stop') {
    connection.end(undefined, 1001, 'the server is stopping');
    return;
  }
  const message =
    reason === 'idle'
      ? 'The session was idle for too long and has ended'
      : `The session has ended: ${reason}`;
  connection.end(errorFrame({ message, code: 'SESSION_ERROR' }), 1000, '');
}

function refusedSession(error: unknown, engine: Engine): WireErrorData {
  if (error instanceof AttachRefused) return { message: error.message, code: 'SESSION_ERROR' };
  if (error instanceof AppError && error.code === 'capacity_reached') {
    return { code: 'CAPACITY_REACHED', ...describeCapacity(error, engine) };
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    code: 'FACTORY_ERROR',
    factory_name: 'AWMEnvironment',
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
