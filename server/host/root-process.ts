import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import { within } from './deadline.ts';
import { encodeFrame, FrameDecoder, MAX_CONTROL_BYTES, type Frame } from './frames.ts';
import {
  helloMessage,
  rootAnswer,
  rootEvent,
  type Hello,
  type RootAnswer,
  type RootEvent,
} from './messages.ts';

const RUNTIME_DIR = resolve(import.meta.dirname, '../../runtime');
const START_DEADLINE_MS = 30_000;
const STOP_DEADLINE_MS = 2_000;
/** Root answers these at once; on a machine that is busy with builds it may come late to it. */
const ORDER_DEADLINE_MS = 15_000;
const KEPT_LINES = 40;

export interface RootOptions {
  readonly python: string;
  /** Private folder of ours with a short path: it holds the Unix socket. */
  readonly socketDir: string;
  readonly log: (line: string) => void;
}

type Answer = Extract<RootAnswer, { ok: true }> & { readonly body: Buffer };

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

/** The Python root process and its control channel (descriptor 3). Trusted, but its frames are parsed all the same. */
export class RootProcess implements AsyncDisposable {
  readonly hello: Hello;
  /** Settles once the process is gone; never rejects. The text says why, with its last lines. */
  readonly ended: Promise<string>;
  readonly #child: ChildProcess;
  readonly #control: Socket;
  readonly #socketPath: string;
  readonly #token: string;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #gone = false;

  private constructor(
    child: ChildProcess,
    control: Socket,
    frames: ControlFrames,
    start: { hello: Hello; ended: Promise<string>; socketPath: string; token: string },
    onEvent: (event: RootEvent) => void,
  ) {
    this.#child = child;
    this.#control = control;
    this.#socketPath = start.socketPath;
    this.#token = start.token;
    this.hello = start.hello;
    this.ended = start.ended;
    frames.listen((frame) => {
      this.#receive(frame, onEvent);
    });
    void start.ended.then((why) => {
      this.#gone = true;
      for (const waiting of this.#waiting.values()) waiting.reject(gone(why));
      this.#waiting.clear();
    });
  }

  /** @throws AppError runtime_failed */
  static async start(options: RootOptions, onEvent: (event: RootEvent) => void): Promise<RootProcess> {
    const token = randomBytes(16).toString('hex');
    const socketPath = join(options.socketDir, `${randomBytes(6).toString('hex')}.sock`);
    const child = spawn(options.python, ['-P', '-m', 'awm_runtime', socketPath], {
      cwd: options.socketDir,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: environment({
        PATH: '/usr/local/bin:/usr/bin:/bin',
        LANG: 'C.UTF-8',
        HOME: options.socketDir,
        PYTHONPATH: RUNTIME_DIR,
        PYTHONHASHSEED: '0',
        AWM_RUNTIME_TOKEN: token,
        AWM_RUNTIME_PARENT: String(process.pid),
      }),
    });
    const lines: string[] = [];
    const keep = (line: string): void => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      options.log(`[runtime ${String(child.pid)}] ${line}`);
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) createInterface({ input: stream }).on('line', keep);
    }
    const ended = new Promise<string>((done) => {
      child.once('error', (error) => {
        done(`${options.python} does not start: ${error.message}`);
      });
      child.once('close', (code, signal) => {
        const end = signal ?? `exit code ${String(code)}`;
        done(`the runtime ended (${end})${lines.length > 0 ? `: ${lines.slice(-12).join('\n')}` : ''}`);
      });
    });
    const control = child.stdio[3] as Socket | null | undefined;
    if (control === null || control === undefined) throw gone(await ended);
    const frames = new ControlFrames(control);
    const hello = await frames.first(ended).catch((error: unknown) => {
      kill(child);
      throw error;
    });
    return new RootProcess(child, control, frames, { hello, ended, socketPath, token }, onEvent);
  }

  get pid(): number {
    return this.hello.pid;
  }

  /** @throws AppError runtime_failed, scenario_broken */
  request(header: Readonly<Record<string, unknown>>, body?: Buffer): Promise<Answer> {
    if (this.#gone) return Promise.reject(gone('the runtime has ended'));
    const id = this.#nextId++;
    return new Promise<Answer>((resolveAnswer, reject) => {
      this.#waiting.set(id, { resolve: resolveAnswer, reject });
      this.#control.write(encodeFrame({ ...header, id }, body));
    });
  }

  /** A request that takes root no time, so that nobody waits for ever. @throws AppError runtime_failed, deadline_exceeded */
  order(header: Readonly<Record<string, unknown>> & { readonly op: string }): Promise<Answer> {
    return within(this.request(header), ORDER_DEADLINE_MS, `The runtime's ${header.op}`);
  }

  /** A connection whose other end root hands to the process that `header` asks for. */
  connect(header: Readonly<Record<string, unknown>>): Socket {
    const socket = connect(this.#socketPath);
    socket.write(encodeFrame({ ...header, token: this.#token }));
    return socket;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#control.end();
    const timer = setTimeout(() => {
      kill(this.#child);
    }, STOP_DEADLINE_MS);
    await this.ended;
    clearTimeout(timer);
    this.#control.destroy();
  }

  #receive(frame: Frame, onEvent: (event: RootEvent) => void): void {
    if ('event' in frame.header) {
      const event = rootEvent.safeParse(frame.header);
      if (event.success) onEvent(event.data);
      else kill(this.#child);
      return;
    }
    const answer = rootAnswer.safeParse(frame.header);
    if (!answer.success) {
      kill(this.#child);
      return;
    }
    const waiting = this.#waiting.get(answer.data.id);
    this.#waiting.delete(answer.data.id);
    if (answer.data.ok) waiting?.resolve({ ...answer.data, body: frame.body });
    else waiting?.reject(new AppError(answer.data.code, answer.data.message));
  }
}

/** Control frames from the first byte on: the greeting first, then whoever listens. */
class ControlFrames {
  readonly #decoder = new FrameDecoder(MAX_CONTROL_BYTES);
  #listener: ((frame: Frame) => void) | undefined;
  #held: Frame[] = [];

  constructor(control: Socket) {
    control.on('error', () => undefined);
    control.on('data', (chunk: Buffer) => {
      try {
        for (const frame of this.#decoder.push(chunk)) {
          if (this.#listener === undefined) this.#held.push(frame);
          else this.#listener(frame);
        }
      } catch {
        control.destroy();
      }
    });
  }

  listen(listener: (frame: Frame) => void): void {
    this.#listener = listener;
    const held = this.#held;
    this.#held = [];
    for (const frame of held) listener(frame);
  }

  async first(ended: Promise<string>): Promise<Hello> {
    const frame = await new Promise<Frame>((done, reject) => {
      const timer = setTimeout(() => {
        reject(gone(`the runtime did not start within ${String(START_DEADLINE_MS)} ms`));
      }, START_DEADLINE_MS);
      void ended.then((why) => {
        clearTimeout(timer);
        reject(gone(why));
      });
      this.#listener = (greeting) => {
        clearTimeout(timer);
        this.#listener = undefined;
        done(greeting);
      };
    });
    const hello = helloMessage.safeParse(frame.header);
    if (!hello.success) throw gone(`the runtime's greeting is not understood: ${hello.error.message}`);
    return hello.data;
  }
}

/** Nothing of our own environment reaches the child. Next's types want NODE_ENV in every environment. */
function environment(values: Record<string, string>): NodeJS.ProcessEnv {
  return values as NodeJS.ProcessEnv;
}

function gone(why: string): AppError {
  return new AppError('runtime_failed', why);
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}
