import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import {
  LIVE_PATH,
  subscribeSchema,
  type ClientToServerEvents,
  type ServerToClientEvents,
  type SubscribeReply,
} from '../../../lib/contracts/live.ts';
import { AppError } from '../../../lib/contracts/errors.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import { PERSON_HEADER } from '../../../lib/contracts/route.ts';
import type { EngineSession } from '../../engine/types.ts';
import { createSubscription } from './subscription.ts';

/** Pages send subscriptions only. */
const MAX_INBOUND_BYTES = 16 * 1024;
const MAX_SUBSCRIPTIONS = 16;
/** A page that has not taken a batch by then is cut off; it comes back by itself and resumes. */
const DEFAULT_TAKE_TIMEOUT_MS = 20_000;

interface SocketData {
  /** Whose it was when it opened; '' for a visitor. */
  person: string;
}

type LiveSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

export interface LiveOptions {
  /** The engine, as far as this transport needs it. */
  readonly engine: { session(id: string): EngineSession | undefined };
  /** Host and Origin rules, asked for each request and upgrade. */
  readonly guard: (request: IncomingMessage) => boolean;
  /** Who asks. @throws AppError where what came with the request is not good */
  readonly principal: (headers: IncomingHttpHeaders) => Principal;
  /** Whether a run is hidden from somebody who has it to label. */
  readonly hides?: (who: Principal, run: string) => boolean;
  /** Tells whose roles or sign-ins are others now. Ends by what it returns. */
  readonly watchPeople?: (listener: (person: string) => void) => () => void;
  readonly takeTimeoutMs?: number;
}

/** Answers what the dispatcher sends it of `/socket.io`. */
export interface Live extends AsyncDisposable {
  handleRequest(request: IncomingMessage, response: ServerResponse): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export function createLive({
  engine,
  guard,
  principal,
  hides = () => false,
  watchPeople = () => () => undefined,
  takeTimeoutMs = DEFAULT_TAKE_TIMEOUT_MS,
}: LiveOptions): Live {
  // socket.io takes over the server that it is attached to; it gets one that never listens.
  const sink = createServer();
  const io = new Server<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>(sink, {
    path: LIVE_PATH,
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: MAX_INBOUND_BYTES,
    allowRequest: (request, answer) => answer(null, guard(request)),
  });
  // A page cannot give its socket headers: what it would say by them comes in the handshake.
  const whoIs = ({ handshake }: LiveSocket): Principal =>
    principal(headersOf(handshake.headers, handshake.auth));
  io.use((socket, next) => {
    try {
      socket.data.person = whoIs(socket).id;
      next();
    } catch (error) {
      next(error instanceof AppError ? error : new Error('refused'));
    }
  });
  // Each page asks again who it is, and so learns that its sign-in was ended.
  const unwatch = watchPeople((person) => {
    for (const socket of io.sockets.sockets.values())
      if (socket.data.person === person) socket.emit('identity');
  });
  io.on('connection', (socket) =>
    serve(socket, { engine, takeTimeoutMs, hides, whoIs: () => whoIs(socket) }),
  );
  return {
    handleRequest(request, response) {
      if (isLivePath(request)) sink.emit('request', request, response);
      else response.writeHead(404).end();
    },
    handleUpgrade(request, socket, head) {
      if (isLivePath(request)) sink.emit('upgrade', request, socket, head);
      else socket.destroy();
    },
    async [Symbol.asyncDispose]() {
      unwatch();
      io.disconnectSockets(true);
      // The server under it never listened, which `close` reports as an error.
      await new Promise<void>((resolve) => void io.close(() => resolve()).catch(() => resolve()));
    },
  };
}

/** engine.io leaves what is not under its path unanswered. */
function isLivePath(request: IncomingMessage): boolean {
  return request.url?.startsWith(`${LIVE_PATH}/`) === true;
}

/** The headers with a bearer and a name that came in the handshake; both are strings or nothing. */
function headersOf(
  headers: IncomingHttpHeaders,
  auth: Readonly<Record<string, unknown>>,
): IncomingHttpHeaders {
  const { bearer, person } = auth;
  return {
    ...headers,
    ...(typeof bearer === 'string' && { authorization: `Bearer ${bearer}` }),
    ...(typeof person === 'string' && { [PERSON_HEADER]: person }),
  };
}

/** @param whoIs asks anew: a sign-in may have ended since the socket opened */
function serve(
  socket: LiveSocket,
  {
    engine,
    takeTimeoutMs,
    hides,
    whoIs,
  }: Required<Pick<LiveOptions, 'engine' | 'takeTimeoutMs' | 'hides'>> & { readonly whoIs: () => Principal },
): void {
  const subscriptions = new Map<string, Disposable>();

  function subscribe(request: unknown): SubscribeReply {
    const parsed = subscribeSchema.safeParse(request);
    if (!parsed.success) {
      return { ok: false, code: 'invalid_request', message: 'A subscription is {sessionId, afterSeq}' };
    }
    let who: Principal;
    try {
      who = whoIs();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { ok: false, code: 'unauthenticated', message: error.message };
    }
    const { sessionId, afterSeq, epoch, page } = parsed.data;
    const session = engine.session(sessionId);
    if (session === undefined) return { ok: false, code: 'not_found', message: 'No such session is live' };
    const { recordId } = session.info;
    if (recordId !== null && hides(who, recordId))
      return { ok: false, code: 'blind', message: 'You have what this session records to label.' };
    drop(sessionId);
    if (subscriptions.size >= MAX_SUBSCRIPTIONS) {
      return { ok: false, code: 'capacity_reached', message: `At most ${MAX_SUBSCRIPTIONS} sessions a page` };
    }
    const leave =
      page === undefined || session.info.actor !== 'human'
        ? undefined
        : session.control.join(page.id, page.number);
    const subscription = createSubscription({
      session,
      hides: (run) => hides(who, run),
      afterSeq: epoch === undefined || epoch === session.epoch ? afterSeq : 0,
      deliver: async (events) => {
        await socket
          .timeout(takeTimeoutMs)
          .emitWithAck('events', { sessionId, epoch: session.epoch, events });
      },
      onStalled: () => socket.disconnect(true),
    });
    subscriptions.set(sessionId, {
      [Symbol.dispose]() {
        subscription[Symbol.dispose]();
        leave?.();
      },
    });
    return { ok: true };
  }

  function drop(sessionId: string): void {
    subscriptions.get(sessionId)?.[Symbol.dispose]();
    subscriptions.delete(sessionId);
  }

  socket.on('subscribe', (request, reply: unknown) => {
    if (typeof reply !== 'function') return;
    (reply as (answer: SubscribeReply) => void)(subscribe(request));
  });
  socket.on('unsubscribe', (sessionId) => drop(sessionId));
  socket.on('disconnect', () => {
    for (const sessionId of [...subscriptions.keys()]) drop(sessionId);
  });
}
