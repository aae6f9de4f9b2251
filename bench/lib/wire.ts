/** A bare client of the OpenEnv wire for measuring: one socket, one request at a time. */

export interface Tool {
  readonly name: string;
  readonly input_schema?: { readonly required?: readonly string[] };
}

export interface Observation {
  readonly reward_type?: string;
  readonly tools?: readonly Tool[];
  readonly scenarios?: readonly { readonly name: string }[];
  readonly error?: string;
}

export class WireSession implements AsyncDisposable {
  readonly #socket: WebSocket;
  #waiting: { resolve: (text: string) => void; reject: (error: Error) => void } | undefined;
  /** Milliseconds of the last request, its JSON decoded. */
  lastMs = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', (event) => this.#waiting?.resolve(String(event.data)));
    socket.addEventListener('close', () =>
      this.#waiting?.reject(new Error('the server closed the connection')),
    );
  }

  static async open(url: string): Promise<WireSession> {
    const socket = new WebSocket(`${url.replace(/\/+$/, '')}/ws`);
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () => resolve(), { once: true });
      socket.addEventListener('error', () => reject(new Error(`no connection to ${url}`)), { once: true });
    });
    return new WireSession(socket);
  }

  async request(type: string, data?: unknown): Promise<Observation> {
    const started = performance.now();
    const text = await new Promise<string>((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.send(JSON.stringify(data === undefined ? { type } : { type, data }));
    });
    this.#waiting = undefined;
    const answer = JSON.parse(text) as { data?: { observation?: Observation } };
    this.lastMs = performance.now() - started;
    return answer.data?.observation ?? {};
  }

  reset(scenario: string): Promise<Observation> {
    return this.request('reset', { scenario, task_idx: 0 });
  }

  listTools(): Promise<Observation> {
    return this.request('step', { type: 'list_tools' });
  }

  call(tool: string, args: Readonly<Record<string, unknown>> = {}): Promise<Observation> {
    return this.request('step', { type: 'call_tool', tool_name: tool, arguments: args });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    await new Promise<void>((resolve) => {
      this.#socket.addEventListener('close', () => resolve(), { once: true });
      this.#socket.close();
    });
  }
}

const WRITES = /delete|create|update|clear|reset/i;

/** Up to eight tools that take no argument and sound like reads: what every server can be asked alike. */
export function plainReads(tools: readonly Tool[]): readonly string[] {
  return tools
    .filter((tool) => (tool.input_schema?.required ?? []).length === 0 && !WRITES.test(tool.name))
    .map((tool) => tool.name)
    .slice(0, 8);
}
