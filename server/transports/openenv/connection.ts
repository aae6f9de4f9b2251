import { isUtf8 } from 'node:buffer';
import type { WebSocket } from 'ws';
import { errorFrame, MAX_FRAME_IN_BYTES, MAX_FRAME_OUT_BYTES } from '../../../lib/contracts/openenv.ts';
import type { WireErrorData } from '../../../lib/contracts/openenv.ts';
import type { FrameFilter } from './frame-filter.ts';

/** What a handler makes of one message. */
export type Reply =
  | { readonly kind: 'frame'; readonly text: string }
  /** The frame is sent, then the connection is closed with 1000. */
  | { readonly kind: 'fatal'; readonly text: string }
  | { readonly kind: 'close' }
  /** The answer, if any, is pushed later. */
  | { readonly kind: 'none' };

/** Sends a frame beside the answers; resolves when it may be followed by the next. */
export type Push = (text: string) => Promise<void>;

/** One message, as it came off the socket. */
export type Incoming =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' }
  | { readonly kind: 'oversize'; readonly bytes: number };

export interface Connection {
  /** Sends a frame that nobody asked for, then closes. */
  end(text: string | undefined, code: number, reason: string): void;
}

/** Messages that may wait behind the running one before the socket is paused. */
const QUEUE_LIMIT = 32;
const CLOSE_AFTER_MS = 100;
/** Over this, a frame's flush is awaited before the next message is taken. */
const HIGH_WATER_BYTES = 1024 * 1024;

/**
 * Answers a socket's messages one at a time, in order. The handler never runs twice at once; a client that sends faster
 * is paused, a client that reads slower holds back its own next message only.
 */
export function serveConnection(options: {
  readonly ws: WebSocket;
  readonly filter: FrameFilter;
  readonly handle: (incoming: Incoming, signal: AbortSignal, push: Push) => Promise<Reply>;
  /** The handler rejected. */
  readonly onFailure: (error: unknown) => void;
  /** Called once, when the socket closes or begins to. */
  readonly onClose: () => void;
}): Connection {
  const { ws, filter } = options;
  const queue: Incoming[] = [];
  const gone = new AbortController();
  let queuedBytes = 0;
  let received = 0;
  let busy = false;
  let left = false;

  function isFull(): boolean {
    return queue.length >= QUEUE_LIMIT || queuedBytes >= MAX_FRAME_IN_BYTES;
  }

  /** Before the closing handshake is over: a peer that does not answer it must not hold its session. */
  function leave(): void {
    if (left) return;
    left = true;
    queue.length = 0;
    gone.abort();
    options.onClose();
  }

  function end(text: string | undefined, code: number, reason: string): void {
    if (left) return;
    leave();
    if (ws.isPaused) ws.resume();
    if (text === undefined) ws.close(code, reason);
    else closeAfter(ws, text, code, reason);
  }

  function send(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    const frame =
      bytes.length <= MAX_FRAME_OUT_BYTES
        ? bytes
        : errorFrame({
            message: `The answer has ${bytes.length} bytes, more than the ${MAX_FRAME_OUT_BYTES} that a frame may have; ask for less at once.`,
            code: 'EXECUTION_ERROR',
          });
    return new Promise((resolve) => {
      ws.send(frame, { binary: false }, () => resolve());
      if (ws.bufferedAmount <= HIGH_WATER_BYTES) resolve();
    });
  }

  /** A handler answers its own failures; what comes here is ours, and costs this socket only. */
  function failed(error: unknown): Reply {
    options.onFailure(error);
    return fatal({ message: 'The server failed; its log says why.', code: 'SESSION_ERROR' });
  }

  async function carryOut(reply: Reply): Promise<void> {
    switch (reply.kind) {
      case 'frame':
        return send(reply.text);
      case 'fatal':
        end(reply.text, 1000, '');
        return;
      case 'close':
        end(undefined, 1000, '');
        return;
      case 'none':
    }
  }

  async function pump(): Promise<void> {
    busy = true;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      queuedBytes -= bytesOf(next);
      const reply = await options.handle(next, gone.signal, send).catch(failed);
      if (ws.readyState !== ws.OPEN) leave();
      if (left) break;
      await carryOut(reply);
      if (!isFull() && ws.isPaused) ws.resume();
    }
    busy = false;
  }

  ws.on('message', (data: Buffer, isBinary: boolean) => {
    const oversize = filter.takeOversize(received++);
    if (left) return;
    if (oversize === undefined && !isBinary && !isUtf8(data)) {
      end(undefined, 1007, 'invalid UTF-8');
      return;
    }
    const incoming = toIncoming(data, isBinary, oversize);
    queue.push(incoming);
    queuedBytes += bytesOf(incoming);
    if (isFull()) ws.pause();
    if (!busy) void pump();
  });
  // The peer's breach of the protocol, or a broken socket: `ws` closes the connection itself, after the handshake's time.
  ws.on('error', leave);
  ws.on('close', leave);

  return { end };
}

/**
 * Sends a last frame, then closes: with the client's next message, or soon. Not at once: a client that has just read
 * the frame and sends on would then fail while sending, and the reference's takes that long as well.
 */
export function closeAfter(ws: WebSocket, text: string, code = 1000, reason = ''): void {
  if (ws.readyState !== ws.OPEN) return;
  ws.send(text);
  const close = (): void => {
    clearTimeout(timer);
    ws.close(code, reason);
  };
  const timer = setTimeout(close, CLOSE_AFTER_MS).unref();
  ws.once('message', close);
  ws.once('close', () => clearTimeout(timer));
}

function toIncoming(data: Buffer, isBinary: boolean, oversize: number | undefined): Incoming {
  if (oversize !== undefined) return { kind: 'oversize', bytes: oversize };
  return isBinary ? { kind: 'binary' } : { kind: 'text', text: data.toString('utf8') };
}

/** What a waiting message holds in memory, about. */
function bytesOf(incoming: Incoming): number {
  return incoming.kind === 'text' ? incoming.text.length : 0;
}

/** An error after which the connection is closed. */
export function fatal(data: WireErrorData): Reply {
  return { kind: 'fatal', text: errorFrame(data) };
}

/** An error after which the connection goes on. */
export function refusal(data: WireErrorData): Reply {
  return { kind: 'frame', text: errorFrame(data) };
}
