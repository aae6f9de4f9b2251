import type { Socket } from 'node:net';
import { join } from 'node:path';
import { encodeFrame, FrameDecoder, FrameError, MAX_RESULT_BYTES, type Frame } from './frames.ts';
import { logTail } from './log-tail.ts';
import { sessionMessage, type ExitStatus, type SessionMessage } from './messages.ts';
import type { CallResult, ExitReason, OpenSession, SessionProcess } from './types.ts';

const CLOSE_DEADLINE_MS = 1_000;

interface Pending {
  readonly id: number;
  readonly finish: (result: CallResult) => void;
}

/** Ends a session's process by way of root, which alone may signal it. Resolves with how it ended. */
export type Killer = () => Promise<ExitStatus>;

/** One session's process at the other end of its connection. Everything it says is hostile input. */
export class ForkedSession implements SessionProcess {
  pid = 0;
  readonly exited: Promise<ExitReason>;
  readonly #socket: Socket;
  readonly #session: OpenSession;
  readonly #kill: Killer;
  readonly #decoder = new FrameDecoder(MAX_RESULT_BYTES);
  readonly #ready = Promise.withResolvers<undefined>();
  #settleExit: (reason: ExitReason) => void = () => undefined;
  #pending: Pending | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  #why: ExitReason | undefined;
  #over: ExitReason | undefined;

  constructor(socket: Socket, session: OpenSession, kill: Killer) {
    this.#socket = socket;
    this.#session = session;
    this.#kill = kill;
    this.exited = new Promise((settle) => {
      this.#settleExit = settle;
    });
    this.#ready.promise.catch(() => undefined);
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.#receive(chunk);
    });
    socket.once('close', () => {
      void this.#end();
    });
  }

  /** Rejects with the exit reason in `cause` where the process ends first. */
  get ready(): Promise<undefined> {
    return this.#ready.promise;
  }

  call(
    tool: string,
    args: unknown,
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<CallResult> {
    const run = this.#last.then(() => this.#call(tool, args, options));
    this.#last = run;
    return run;
  }

  async close(reason: 'closed' | 'hibernated'): Promise<void> {
    this.#why ??= { kind: reason };
    if (this.#over === undefined && !this.#socket.destroyed) {
      this.#socket.end(encodeFrame({ op: 'close', reason }));
      const timer = setTimeout(() => {
        this.#destroy();
      }, CLOSE_DEADLINE_MS);
      await this.exited;
      clearTimeout(timer);
    }
    await this.exited;
  }

  /** Ends it now, for the reason given. */
  abandon(reason: ExitReason): void {
    this.#why ??= reason;
    this.#destroy();
  }

  #call(
    tool: string,
    args: unknown,
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<CallResult> {
    const { deadlineMs, signal } = options;
    const over = this.#over ?? this.#why;
    if (over !== undefined) return Promise.resolve({ kind: 'exited', exit: over });
    if (signal?.aborted === true) return Promise.resolve({ kind: 'cancelled' });
    const id = this.#nextId++;
    return new Promise<CallResult>((resolve) => {
      const onAbort = (): void => {
        this.#why ??= { kind: 'cancelled' };
        finish({ kind: 'cancelled' });
        this.#destroy();
      };
      const timer = setTimeout(() => {
        this.#why ??= { kind: 'timeout', afterMs: deadlineMs };
        finish({ kind: 'timeout', afterMs: deadlineMs });
        this.#destroy();
      }, deadlineMs);
      const finish = (result: CallResult): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        this.#pending = undefined;
        resolve(result);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#pending = { id, finish };
      this.#socket.write(encodeFrame({ op: 'call', id, tool }, Buffer.from(JSON.stringify(args ?? {}))));
    });
  }

  #receive(chunk: Buffer): void {
    if (this.#socket.destroyed) return;
    try {
      for (const frame of this.#decoder.push(chunk)) this.#message(frame);
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      this.abandon({ kind: 'protocol', message: error.message });
    }
  }

  #message(frame: Frame): void {
    const parsed = sessionMessage.safeParse(frame.header);
    if (!parsed.success)
      throw new FrameError(`a message of the session is not understood: ${parsed.error.message}`);
    const message = parsed.data;
    if (message.kind === 'ready') {
      if (this.pid !== 0) throw new FrameError('the session said ready twice');
      this.pid = message.pid;
      this.#ready.resolve(undefined);
      return;
    }
    const pending = this.#pending;
    if (pending?.id !== message.id) throw new FrameError('an answer that nobody asked for');
    pending.finish(toResult(message, frame.body));
  }

  #destroy(): void {
    // Root kills first: a closed connection alone does not end a process that never reads.
    void this.#kill();
    this.#socket.destroy();
  }

  async #end(): Promise<void> {
    const status = await this.#kill();
    const exit: ExitReason = this.#why ?? {
      kind: 'crashed',
      ...status,
      lastLog: await logTail(join(this.#session.workDir, 'server.log')),
    };
    this.#over = exit;
    this.#ready.reject(new Error('the session process ended', { cause: exit }));
    this.#pending?.finish({ kind: 'exited', exit });
    this.#settleExit(exit);
  }
}

function toResult(message: Exclude<SessionMessage, { kind: 'ready' }>, body: Buffer): CallResult {
  switch (message.kind) {
    case 'ok':
      return {
        kind: 'ok',
        text: body.toString('utf8'),
        httpStatus: message.status,
        runtimeMs: message.us / 1000,
      };
    case 'error':
      return {
        kind: 'error',
        error: body.toString('utf8'),
        httpStatus: message.status,
        runtimeMs: message.us / 1000,
      };
    case 'too_large':
      return { kind: 'too_large', bytes: message.bytes };
  }
}
