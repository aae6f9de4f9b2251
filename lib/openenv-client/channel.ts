import { isJsonObject } from '../contracts/pydantic.ts';
import type { JsonObject } from '../contracts/pydantic.ts';
import { rawNumber } from '../util/raw-number.ts';
import {
  OpenEnvConnectionError,
  OpenEnvProtocolError,
  OpenEnvServerError,
  OpenEnvTimeoutError,
} from './errors.ts';

/** Requests and answers over one socket. Answers come in the order of the requests, without ids. */
export interface Channel {
  request(
    message: JsonObject,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<Frame>;
  close(): Promise<void>;
}

interface Frame {
  readonly type: string;
  readonly data: JsonObject;
}

interface Waiting {
  readonly settle: (result: Frame | Error) => void;
}

/** How long `close` waits for the server's closing handshake. */
const CLOSE_TIMEOUT_MS = 5_000;

/** @throws OpenEnvConnectionError, OpenEnvTimeoutError; what `signal` was aborted with */
export async function openChannel(
  url: string,
  options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<Channel> {
  const socket = new WebSocket(url);
  try {
    await opened(socket, url, options);
  } catch (error) {
    socket.close();
    throw error;
  }
  return createChannel(socket);
}

function opened(
  socket: WebSocket,
  url: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal?: AbortSignal },
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new OpenEnvTimeoutError(`No connection to ${url} within ${timeoutMs} ms`));
    }, timeoutMs);
    const stop = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    const abort = (): void => {
      stop();
      reject(signal?.reason as Error);
    };
    socket.addEventListener('open', () => {
      stop();
      resolve();
    });
    socket.addEventListener('error', () => {
      stop();
      reject(new OpenEnvConnectionError(`No connection to ${url}`));
    });
    signal?.addEventListener('abort', abort);
    if (signal?.aborted === true) abort();
  });
}

function createChannel(socket: WebSocket): Channel {
  /** In the order in which they were sent; one that was given up stays, so that its answer is not taken for the next's. */
  const waiting: Waiting[] = [];
  /** Why there is no connection any more. */
  let ended: Error | undefined;
  const closed = new Promise<void>((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => {
      const said = reason === '' ? '' : `: ${reason}`;
      ended ??= new OpenEnvConnectionError(`The connection is closed (${code}${said})`);
      for (const { settle } of waiting.splice(0)) settle(ended);
      resolve();
    });
  });
  socket.addEventListener('message', (event: MessageEvent<unknown>) => {
    const frame = parseFrame(event.data);
    const next = waiting.shift();
    if (next !== undefined) next.settle(frame);
    // Nobody asked: the server says why it is about to close.
    else if (frame instanceof Error) ended ??= frame;
  });

  return {
    request(message, { timeoutMs, signal }) {
      if (ended !== undefined) return Promise.reject(ended);
      if (socket.readyState !== socket.OPEN) {
        return Promise.reject(new OpenEnvConnectionError('The connection is closed'));
      }
      if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          settle(new OpenEnvTimeoutError(`No answer to ${String(message['type'])} within ${timeoutMs} ms`));
        }, timeoutMs);
        const abort = (): void => settle(signal?.reason as Error);
        const settle = (result: Frame | Error): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
          if (isFrame(result)) resolve(result);
          else reject(result);
        };
        signal?.addEventListener('abort', abort);
        socket.send(JSON.stringify(message, keepBigInt));
        waiting.push({ settle });
      });
    },
    async close() {
      if (socket.readyState === socket.OPEN) socket.send('{"type":"close"}');
      socket.close();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_TIMEOUT_MS);
      });
      await Promise.race([closed, late]);
      clearTimeout(timer);
    },
  };
}

function isFrame(result: Frame | Error): result is Frame {
  return !(result instanceof Error) && 'type' in result && 'data' in result;
}

/** A frame, or the error that it stands for. */
function parseFrame(data: unknown): Frame | Error {
  let frame: unknown;
  try {
    frame = JSON.parse(String(data));
  } catch (cause) {
    return new OpenEnvProtocolError('The server sent what is not JSON', { cause });
  }
  if (!isJsonObject(frame) || typeof frame['type'] !== 'string' || !isJsonObject(frame['data'])) {
    return new OpenEnvProtocolError('The server sent a frame without type and data');
  }
  const { type, data: body } = frame;
  if (type !== 'error') return { type, data: body };
  return new OpenEnvServerError(
    textOf(body['message'], 'unknown error'),
    textOf(body['code'], 'UNKNOWN'),
    body,
  );
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** Integers past 2^53 can be given as bigint. */
function keepBigInt(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? (rawNumber(String(value)) ?? Number(value)) : value;
}
