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
  const send = async (frame: unknown): Promise<Frame> => {
    const answer = Promise.race([
      once(socket, 'message') as Promise<[Buffer]>,
      once(socket, 'close').then(() => Promise.reject(new Error('closed without an answer'))),
    ]);
    socket.send(typeof frame === 'string' || Buffer.isBuffer(frame) ? frame : JSON.stringify(frame));
    return JSON.parse((await answer)[0].toString()) as Frame;
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
