import { AppError } from '../../../lib/contracts/errors.ts';
import { errorFrame } from '../../../lib/contracts/openenv.ts';
import type { WireErrorData } from '../../../lib/contracts/openenv.ts';
import type { Engine } from '../../engine/types.ts';
import type { Log } from '../../log.ts';
import { handleMessage } from './handle-message.ts';
import { createOpenEnvRpc } from './json-rpc.ts';
import type { OpenEnvRpc } from './json-rpc.ts';
import { AttachRefused, createOpenEnvSessions, describeCapacity } from './sessions.ts';
import type { OpenEnvSessions } from './sessions.ts';
import { createSocketServer } from './socket-server.ts';
import type { SocketServer } from './socket-server.ts';

/** `/ws` and `/ws?session_id=…`, and OpenEnv's JSON-RPC. */
export interface OpenEnvTransport extends SocketServer {
  readonly rpc: OpenEnvRpc;
  readonly sessions: OpenEnvSessions;
}

export interface OpenEnvTransportOptions {
  readonly engine: Engine;
  readonly log: Log;
  /** After this time without a message or a pong a socket is taken for half-open. */
  readonly maxIdleMs: number;
  /** Milliseconds between pings; 20 s by default. */
  readonly pingEveryMs?: number;
}

export function createOpenEnvTransport(options: OpenEnvTransportOptions): OpenEnvTransport {
  const { engine } = options;
  const sessions = createOpenEnvSessions(engine);
  const rpc = createOpenEnvRpc(engine, sessions);
  const sockets = createSocketServer({
    ...options,
    open(url, isOpen) {
      const wanted = url.searchParams.get('session_id');
      const lease =
        wanted === null || wanted === '' ? sessions.open('openenv') : sessions.attach(wanted, isOpen);
      const context = { session: lease.session, rpc };
      return {
        lease,
        handle: (incoming, signal) => handleMessage(context, incoming, signal),
        farewell: (reason) =>
          errorFrame({
            message:
              reason === 'idle'
                ? 'The session was idle for too long and has ended'
                : `The session has ended: ${reason}`,
            code: 'SESSION_ERROR',
          }),
      };
    },
    refuse: (error) => errorFrame(refusedSession(error, engine)),
  });
  return {
    rpc,
    sessions,
    handleUpgrade: (request, socket, head) => sockets.handleUpgrade(request, socket, head),
    [Symbol.asyncDispose]: () => sockets[Symbol.asyncDispose](),
  };
}

function refusedSession(error: unknown, engine: Engine): WireErrorData {
  if (error instanceof AttachRefused) return { message: error.message, code: 'SESSION_ERROR' };
  if (error instanceof AppError && error.code === 'capacity_reached') {
    const { message, ...counts } = describeCapacity(error, engine);
    return { message, code: 'CAPACITY_REACHED', ...counts };
  }
  return {
    message: error instanceof Error ? error.message : String(error),
    code: 'FACTORY_ERROR',
    factory_name: 'AWMEnvironment',
  };
}
