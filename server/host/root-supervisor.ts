import { AppError } from '../../lib/contracts/errors.ts';
import { withoutUndefined, type Hello, type RootEvent } from './messages.ts';
import { RootProcess, type RootOptions } from './root-process.ts';
import type { HostReport } from './types.ts';

/** A root that lived this long did not fail at its start. */
const STABLE_MS = 60_000;
const RESTART_DELAYS_MS = [0, 200, 1_000, 5_000];

export interface SupervisorOptions {
  readonly root: RootOptions;
  readonly onEvent: (event: RootEvent) => void;
  /** The root is gone, and with it every process that it had forked. */
  readonly onEnd: (why: string) => void;
}

/** Keeps one root process: starts it when asked for, again after it ended, with growing pauses while it keeps ending. */
export class RootSupervisor implements AsyncDisposable {
  readonly #options: SupervisorOptions;
  #root: Promise<RootProcess> | undefined;
  #report: HostReport | undefined;
  #failures = 0;
  #stopping = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  /** Of the latest root. */
  get report(): HostReport {
    if (this.#report === undefined) throw new AppError('runtime_failed', 'The host has not started.');
    return this.#report;
  }

  /** @throws AppError runtime_failed */
  current(): Promise<RootProcess> {
    if (this.#stopping) return Promise.reject(new AppError('runtime_failed', 'The host is stopping.'));
    this.#root ??= this.#start();
    return this.#root;
  }

  /** The root if there is one. */
  async running(): Promise<RootProcess | undefined> {
    return this.#root?.catch(() => undefined);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    const root = await this.running();
    await root?.[Symbol.asyncDispose]();
  }

  async #start(): Promise<RootProcess> {
    const delay = RESTART_DELAYS_MS[Math.min(this.#failures, RESTART_DELAYS_MS.length - 1)] ?? 0;
    if (delay > 0) await new Promise((done) => setTimeout(done, delay));
    try {
      const root = await RootProcess.start(this.#options.root, this.#options.onEvent);
      this.#report = toReport(root.hello);
      const startedMs = Date.now();
      void root.ended.then((why) => {
        this.#root = undefined;
        this.#failures = Date.now() - startedMs > STABLE_MS ? 1 : this.#failures + 1;
        this.#options.onEnd(why);
      });
      return root;
    } catch (error) {
      this.#failures++;
      this.#root = undefined;
      throw error;
    }
  }
}

function toReport({ pid, python, packages, sandbox }: Hello): HostReport {
  return {
    pid,
    python,
    packages,
    sandbox: {
      landlock: withoutUndefined(sandbox.landlock),
      seccomp: withoutUndefined(sandbox.seccomp),
      rlimits: sandbox.rlimits,
      noNewPrivs: sandbox.noNewPrivs,
      namespaces: withoutUndefined(sandbox.namespaces),
    },
  };
}
