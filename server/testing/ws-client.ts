import { WebSocket } from 'ws';

/** A bare WebSocket client for tests: sends text or JSON, reads the next frame. */
export interface TestSocket extends AsyncDisposable {
  readonly ws: WebSocket;
  send(message: unknown): void;
  /** The next frame, parsed; rejects when the socket closes first. */
  next(): Promise<Record<string, unknown>>;
  ask(message: unknown): Promise<Record<string, unknown>>;
  /** Code and reason of the close. */
  readonly closed: Promise<{ code: number; reason: string }>;
}

export async function openTestSocket(url: string, headers: Record<string, string> = {}): Promise<TestSocket> {
  const ws = new WebSocket(url, { headers, perMessageDeflate: false, maxPayload: 200 * 1024 * 1024 });
  const frames: string[] = [];
  const waiting: { resolve: (text: string) => void; reject: (error: Error) => void }[] = [];
  ws.on('message', (data: Buffer) => {
    const waiter = waiting.shift();
    if (waiter === undefined) frames.push(data.toString());
    else waiter.resolve(data.toString());
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason: Buffer) => {
      for (const waiter of waiting) waiter.reject(new Error(`closed with ${code}`));
      resolve({ code, reason: reason.toString() });
    });
  });
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve);
    ws.once('error', reject);
  });
  ws.on('error', () => undefined);

  async function next(): Promise<Record<string, unknown>> {
    const text =
      frames.shift() ??
      (await new Promise<string>((resolve, reject) => {
        if (ws.readyState === ws.CLOSED) reject(new Error('closed'));
        else waiting.push({ resolve, reject });
      }));
    return JSON.parse(text) as Record<string, unknown>;
  }
  function send(message: unknown): void {
    ws.send(typeof message === 'string' || Buffer.isBuffer(message) ? message : JSON.stringify(message));
  }
  return {
    ws,
    send,
    next,
    ask(message) {
      send(message);
      return next();
    },
    closed,
    async [Symbol.asyncDispose]() {
      ws.close();
      await closed;
    },
  };
}
