import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A client of the wire without any help: sends what it is given, gives back the frames. */
export interface RawClient extends AsyncDisposable {
  readonly socket: WebSocket;
  /** Sends a frame (text as it is, else as JSON) and waits for the next one. */
  send(frame: unknown): Promise<Frame>;
  reset(data: Readonly<Record<string, unknown>>): Promise<Frame>;
  call(tool: string, args?: Readonly<Record<string, unknown>>): Promise<Frame>;
}

export interface Frame {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> & {
    readonly observation?: Readonly<Record<string, unknown>>;
  };
}

export async function connectRaw(url: string): Promise<RawClient> {
  const socket = new WebSocket(`${url}/ws`, { maxPayload: 200 * 1024 * 1024 });
  await once(socket, 'open');
  // A broken socket is told by its close.
  socket.on('error', () => undefined);
  const next = (): Promise<Frame> =>
    new Promise((resolve, reject) => {
      const settle = (): void => {
        socket.off('message', onMessage);
        socket.off('close', onClose);
      };
      const onMessage = (data: Buffer): void => {
        settle();
        resolve(JSON.parse(data.toString()) as Frame);
      };
      const onClose = (): void => {
        settle();
        reject(new Error('closed without an answer'));
      };
      socket.on('message', onMessage);
      socket.on('close', onClose);
      if (socket.readyState === WebSocket.CLOSED) onClose();
    });
  const send = async (frame: unknown): Promise<Frame> => {
    const answer = next();
    socket.send(
      typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame),
      // A failed write is told by the close that follows it.
      () => undefined,
    );
    return await answer;
  };
  return {
    socket,
    send,
    reset: (data) => send({ type: 'reset', data }),
    call: (tool, args = {}) =>
      send({ type: 'step', data: { type: 'call_tool', tool_name: tool, arguments: args } }),
    async [Symbol.asyncDispose]() {
      if (socket.readyState === WebSocket.CLOSED) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}
