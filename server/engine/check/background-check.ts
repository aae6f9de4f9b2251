import { setTimeout as sleep } from 'node:timers/promises';
import type { Dataset, ScenarioSummary } from '../../dataset/types.ts';
import type { Finding, Host } from '../../host/types.ts';
import type { Store } from '../../store/types.ts';
import { findingList } from './finding-list.ts';
import { checkScenario, readCheckInputs } from './check-scenario.ts';

export interface CheckLog {
  info(details: Readonly<Record<string, unknown>>, message: string): void;
  warn(details: Readonly<Record<string, unknown>>, message: string): void;
}

export interface BackgroundCheckOptions {
  readonly dataset: Dataset;
  readonly host: Pick<Host, 'prepare' | 'verify' | 'check' | 'stats'>;
  readonly store: Pick<Store, 'findings' | 'setFindings'>;
  readonly log: CheckLog;
  /** Why a scenario may not run on this server, if it may not: it stays unchecked. */
  readonly refuse?: (scenario: ScenarioSummary) => string | undefined;
  /** False: known findings are read, nothing is run. */
  readonly run?: boolean;
  /** Quiet time before a check begins: no session's process lives and nothing is being built. */
  readonly quietMs?: number;
}

export interface CheckedScenario {
  readonly checkedAtMs: number;
  /** 0 where the scenario does not run; null in checks of older versions. */
  readonly tools: number | null;
  readonly findings: readonly Finding[];
}

export interface CheckProgress {
  readonly scenarios: number;
  readonly checked: number;
  /** The scenario that is being checked. */
  readonly current: string | undefined;
}

/** `data check` while serving: one scenario at a time, only while no session runs, each once per version. */
export interface BackgroundCheck extends AsyncDisposable {
  /** Undefined: not checked yet. */
  findings(key: string): CheckedScenario | undefined;
  progress(): CheckProgress;
  /** Called with a scenario's key when its findings are known. Returns unsubscribe. */
  onChecked(listener: (key: string) => void): () => void;
  /** Begins; idempotent. */
  start(): void;
}

const QUIET_MS = 5_000;
const WATCH_MS = 250;

export function createBackgroundCheck(options: BackgroundCheckOptions): BackgroundCheck {
  return new Checker(options);
}

class Checker implements BackgroundCheck {
  readonly #options: BackgroundCheckOptions;
  readonly #quietMs: number;
  readonly #stop = new AbortController();
  readonly #checked = new Map<string, CheckedScenario>();
  readonly #listeners = new Set<(key: string) => void>();
  /** Keys of which it is not known yet whether the store has their findings. */
  readonly #unread = new Set<string>();
  /** Keys to check, in order. */
  readonly #unchecked = new Set<string>();
  #quietFor = 0;
  #current: string | undefined;
  #wake: (() => void) | undefined;
  #loop: Promise<void> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(options: BackgroundCheckOptions) {
    this.#options = options;
    this.#quietMs = options.quietMs ?? QUIET_MS;
  }

  findings(key: string): CheckedScenario | undefined {
    return this.#checked.get(key);
  }

  progress(): CheckProgress {
    const scenarios = this.#options.dataset.list().length;
    return { scenarios, checked: this.#checked.size, current: this.#current };
  }

  onChecked(listener: (key: string) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  start(): void {
    if (this.#loop !== undefined || this.#stop.signal.aborted) return;
    this.#unsubscribe = this.#options.dataset.onChange((keys) => {
      for (const key of keys) {
        this.#checked.delete(key);
        this.#unchecked.delete(key);
        this.#unread.add(key);
      }
      this.#wake?.();
    });
    for (const { key } of this.#options.dataset.list()) this.#unread.add(key);
    this.#loop = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unsubscribe?.();
    this.#listeners.clear();
    this.#stop.abort();
    this.#wake?.();
    await this.#loop;
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const [unread] = this.#unread;
      const [unchecked] = this.#unchecked;
      if (unread !== undefined) {
        this.#unread.delete(unread);
        await this.#lookUp(unread);
      } else if (unchecked === undefined || this.#options.run === false) {
        await this.#untilWoken();
      } else if (await this.#isQuiet()) {
        this.#unchecked.delete(unchecked);
        await this.#check(unchecked);
      }
    }
  }

  async #lookUp(key: string): Promise<void> {
    const { dataset, store } = this.#options;
    const fingerprint = dataset.fingerprint(key);
    if (fingerprint === undefined) return;
    try {
      const known = store.findings(fingerprint);
      if (known !== undefined) this.#tell(key, { ...known, findings: findingList.parse(known.findings) });
      // A check that lacks the number of tools is shown, and made again.
      if ((known?.tools ?? null) === null && !this.#isRefused(key)) this.#unchecked.add(key);
    } catch (error) {
      this.#fail(key, error);
    }
    // There may be thousands: requests go between them.
    await sleep(0);
  }

  #isRefused(key: string): boolean {
    const scenario = this.#options.dataset.find(key);
    return scenario !== undefined && this.#options.refuse?.(scenario) !== undefined;
  }

  async #check(key: string): Promise<void> {
    const { dataset, host, store } = this.#options;
    const busy = new AbortController();
    const signal = AbortSignal.any([this.#stop.signal, busy.signal]);
    const watch = setInterval(() => {
      if (host.stats().sessions > 0) busy.abort();
    }, WATCH_MS);
    this.#current = key;
    try {
      const inputs = await readCheckInputs(dataset, key);
      const { hash, findings, tools } = await checkScenario(host, inputs, signal);
      const checked = { tools: tools ?? 0, findings };
      store.setFindings(hash, key, checked);
      if (!this.#unread.has(key)) this.#tell(key, { ...checked, checkedAtMs: Date.now() });
    } catch (error) {
      if (busy.signal.aborted) {
        this.#quietFor = 0;
        this.#unchecked.add(key);
      } else this.#fail(key, error);
    } finally {
      clearInterval(watch);
      this.#current = undefined;
    }
  }

  #tell(key: string, checked: CheckedScenario): void {
    this.#checked.set(key, checked);
    for (const listener of this.#listeners) listener(key);
  }

  /** It stays "not checked yet" until its files change or the next start. */
  #fail(key: string, error: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#options.log.warn({ err: error, scenario: key }, 'the scenario could not be checked');
  }

  /** Waits a little. True once no session ran and nothing was built for the quiet time. */
  async #isQuiet(): Promise<boolean> {
    const { sessions, warming } = this.#options.host.stats();
    if (sessions > 0 || warming > 0) this.#quietFor = 0;
    else if (this.#quietFor >= this.#quietMs) return true;
    const step = Math.max(5, Math.min(WATCH_MS, this.#quietMs));
    await sleep(step, undefined, { signal: this.#stop.signal, ref: false }).catch(() => undefined);
    this.#quietFor += step;
    return false;
  }

  async #untilWoken(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#wake = () => {
      resolve(undefined);
    };
    await promise;
    this.#wake = undefined;
  }
}
