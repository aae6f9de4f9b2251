import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { ZodType } from 'zod';
import type { ScenarioSource } from '../dataset/types.ts';
import { AppError } from '../../lib/contracts/errors.ts';
import { SlotQueue } from './slot-queue.ts';
import { within } from './deadline.ts';
import { runCheck } from './check-run.ts';
import { runInspection } from './inspection-run.ts';
import { removeLeftovers } from './leftovers.ts';
import { statesMade, verifiersRead, type ExitStatus, type RootEvent } from './messages.ts';
import { toPrepared } from './prepared.ts';
import type { RootProcess } from './root-process.ts';
import { runQuery } from './query-run.ts';
import { RootSupervisor } from './root-supervisor.ts';
import { ScenarioEntry, type EntryContext } from './scenario-entry.ts';
import { ForkedSession } from './session-process.ts';
import type {
  Finding,
  Host,
  HostReport,
  HostStats,
  OpenSession,
  PrepareOptions,
  PreparedScenario,
  Probed,
  QueryOutcome,
  QueryRun,
  SessionProcess,
  StatesRun,
  VerifierFacts,
  VerifierOutcome,
  VerifierRun,
} from './types.ts';
import { runVerifier } from './verifier-run.ts';

export interface HostOptions {
  /** Python 3.11 or newer with the packages of runtime/requirements.lock. */
  readonly python: string;
  /** What is learned of scenarios is kept here, and this process's templates. Private, made where missing. */
  readonly cacheDir: string;
  /** Parent of every session's folder: `<sessionsDir>/<scenario key>/<session>`. */
  readonly sessionsDir: string;
  /** Zygotes without sessions are ended, longest unused first, while all take more. Default: an eighth of the machine's memory, at most 2 GiB. */
  readonly zygoteMemoryBytes?: number;
  /** Builds at once. Default 2. */
  readonly builds?: number;
  /** Versions of scenarios held at once without anything running of them; half a megabyte each. Default: 64. */
  readonly maxEntries?: number;
  /** How long a scenario's module and seed may take. Default 50 s. */
  readonly buildDeadlineMs?: number;
  readonly log?: (level: 'info' | 'warn', message: string) => void;
}

const BUILD_DEADLINE_MS = 50_000;
const PREPARE_DEADLINE_MS = 55_000;
const MAX_VERIFIERS = 4;
const MAX_QUERIES = 2;
const MAX_WAITING_QUERIES = 16;
const MAX_ENTRIES = 64;
const OPEN_DEADLINE_MS = 20_000;
/** The reset that a zygote was built for comes first. */
const WARM_DELAY_MS = 100;

/**
 * Starts the Python side and waits until it answers.
 * @throws AppError runtime_failed
 */
export async function createHost(options: HostOptions): Promise<Host> {
  const cacheDir = resolve(options.cacheDir);
  await mkdir(cacheDir, { recursive: true, mode: 0o700 });
  await removeLeftovers(cacheDir, /^run-(\d+)-/);
  await removeLeftovers(tmpdir(), /^awm-run-(\d+)-/);
  // Unix socket paths are short: the socket can't lie in a home of any depth.
  const socketDir = await mkdtemp(join(tmpdir(), `awm-run-${String(process.pid)}-`));
  const workRoot = join(cacheDir, `run-${String(process.pid)}-${randomBytes(4).toString('hex')}`);
  await mkdir(workRoot, { mode: 0o700 });
  await mkdir(resolve(options.sessionsDir), { recursive: true, mode: 0o700 });
  const host = new PythonHost(
    { ...options, cacheDir, sessionsDir: resolve(options.sessionsDir) },
    socketDir,
    workRoot,
  );
  try {
    await host.start();
  } catch (error) {
    await host[Symbol.asyncDispose]();
    throw error;
  }
  return host;
}

class PythonHost implements Host {
  readonly #options: HostOptions;
  readonly #socketDir: string;
  readonly #workRoot: string;
  readonly #queue: SlotQueue;
  /** Each may take 512 MiB. */
  readonly #verifiers = new SlotQueue(MAX_VERIFIERS);
  readonly #queries = new SlotQueue(MAX_QUERIES);
  readonly #entries = new Map<string, ScenarioEntry>();
  /** Versions whose inputs changed and that somebody still uses. */
  readonly #forgotten = new Set<ScenarioEntry>();
  readonly #entryOf = new WeakMap<PreparedScenario, ScenarioEntry>();
  readonly #sessions = new Map<string, ForkedSession>();
  /** How sessions ended that root told of before we asked. */
  readonly #statuses = new Map<string, ExitStatus>();
  readonly #budgetKib: number;
  readonly #supervisor: RootSupervisor;
  #context: EntryContext | undefined;
  #names = 0;
  #warming: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(options: HostOptions, socketDir: string, workRoot: string) {
    this.#options = options;
    this.#socketDir = socketDir;
    this.#workRoot = workRoot;
    this.#queue = new SlotQueue(options.builds ?? 2);
    this.#supervisor = new RootSupervisor({
      root: { python: options.python, socketDir, log: (line) => options.log?.('warn', line) },
      onEvent: (event) => {
        this.#onEvent(event);
      },
      onEnd: (why) => {
        for (const entry of this.#allEntries()) entry.forgetZygote();
        if (!this.#stopping) options.log?.('warn', why);
      },
    });
    this.#budgetKib = (options.zygoteMemoryBytes ?? Math.min(totalmem() / 8, 2 * 1024 ** 3)) / 1024;
  }

  get report(): HostReport {
    return this.#supervisor.report;
  }

  async start(): Promise<void> {
    const { hello } = await this.#supervisor.current();
    this.#context = {
      root: () => this.#supervisor.current(),
      runtime: JSON.stringify([hello.version, hello.python, Object.entries(hello.packages).sort()]),
      queue: this.#queue,
      cacheDir: this.#options.cacheDir,
      workRoot: this.#workRoot,
      sessionsDir: this.#options.sessionsDir,
      buildDeadlineMs: this.#options.buildDeadlineMs ?? BUILD_DEADLINE_MS,
      nextName: () => String(++this.#names),
      onZygote: (entry) => {
        // Dropped while it was built, and nobody waits for it any more.
        if (!this.#holds(entry)) {
          void entry.dispose();
          return;
        }
        void this.#trim(entry);
        this.#warmRoutesSoon();
      },
    };
  }

  async prepare(source: ScenarioSource, options: PrepareOptions = {}): Promise<PreparedScenario> {
    const entry = this.#entry(source);
    const priority = options.priority ?? 'normal';
    const wasWarm = entry.warm;
    entry.users++;
    try {
      const work = entry.template(priority, options.clock);
      const template = await within(work, PREPARE_DEADLINE_MS, `Preparing ${source.key}`, options.signal);
      const scenario = toPrepared(entry, template);
      this.#entryOf.set(scenario, entry);
      // Checks go through every scenario: what they built must not push out what sessions use.
      if (priority === 'background' && options.stay !== true && !wasWarm && entry.users === 1)
        await entry.retire();
      return scenario;
    } finally {
      await this.#left(entry);
      await this.#dropCold();
    }
  }

  async open(
    scenario: PreparedScenario,
    session: OpenSession,
    signal?: AbortSignal,
  ): Promise<SessionProcess> {
    if (dirname(resolve(session.workDir)) !== scenario.sessionsDir)
      throw new AppError('runtime_failed', `A session's folder must lie in ${scenario.sessionsDir}.`);
    const entry = this.#entryOf.get(scenario);
    if (entry === undefined) throw new AppError('runtime_failed', `${scenario.key} was not prepared here.`);
    entry.users++;
    // One that was dropped as cold comes back for as long as it has sessions.
    if (!this.#holds(entry)) this.#forgotten.add(entry);
    try {
      const forked = await this.#openOnce(entry, session, signal).catch((error: unknown) => {
        // The zygote may have ended since it was last seen: once more, with a new one.
        if (error instanceof ZygoteLost) return this.#openOnce(entry, session, signal);
        throw error;
      });
      void forked.exited.then(() => this.#left(entry));
      return forked;
    } catch (error) {
      await this.#left(entry);
      throw error instanceof ZygoteLost ? error.reason : error;
    }
  }

  async #openOnce(
    entry: ScenarioEntry,
    session: OpenSession,
    signal: AbortSignal | undefined,
  ): Promise<ForkedSession> {
    const { key } = entry.source;
    const zygote = await within(entry.ensureZygote('normal'), OPEN_DEADLINE_MS, `Starting ${key}`, signal);
    const forked = this.#fork(zygote.root, zygote.name, session);
    try {
      await within(forked.ready, OPEN_DEADLINE_MS, `Opening a session of ${key}`, signal);
      return forked;
    } catch (error) {
      forked.abandon({ kind: 'cancelled' });
      const exit = await forked.exited;
      if (error instanceof AppError) throw error;
      const log = exit.kind === 'crashed' ? `: ${exit.lastLog.slice(-2_000)}` : '';
      const reason = new AppError('runtime_failed', `A session of ${key} ended before it was ready${log}`, {
        cause: exit,
      });
      throw entry.zygote === zygote ? reason : new ZygoteLost(reason);
    }
  }

  async #left(entry: ScenarioEntry): Promise<void> {
    entry.users--;
    if (entry.users === 0 && this.#forgotten.has(entry)) await this.#dropForgotten(entry);
  }

  #fork(root: RootProcess, zygote: string, session: OpenSession): ForkedSession {
    // Unique per process: the same session is opened again after it slept.
    const id = `${session.sessionId}.${String(++this.#names)}`;
    const { workDir, dbPath, clock, callsBefore, seed, resumed } = session;
    const socket = root.connect({
      kind: 'open',
      zygote,
      session: id,
      workDir,
      dbPath,
      clock: clock ?? null,
      callsBefore,
      seed: seed ?? null,
      resumed,
    });
    const forked = new ForkedSession(socket, session, () => this.#killSession(root, id));
    this.#sessions.set(id, forked);
    void forked.exited.then(() => {
      this.#sessions.delete(id);
      this.#statuses.delete(id);
    });
    return forked;
  }

  async #killSession(root: RootProcess, id: string): Promise<ExitStatus> {
    const answer = await root.order({ op: 'kill', session: id }).catch(() => undefined);
    const status = answer?.status ?? this.#statuses.get(id) ?? {};
    this.#statuses.delete(id);
    return status;
  }

  async verify(run: VerifierRun, signal?: AbortSignal): Promise<VerifierOutcome> {
    const start = performance.now();
    return this.#verifiers.run(run.background === true ? 'background' : 'normal', async () => {
      const leftMs = run.deadlineMs - (performance.now() - start);
      if (leftMs <= 0) return { kind: 'timeout', afterMs: run.deadlineMs };
      return this.#verifyNow({ ...run, deadlineMs: leftMs }, run.deadlineMs, signal);
    });
  }

  async #verifyNow(
    run: VerifierRun,
    afterMs: number,
    signal: AbortSignal | undefined,
  ): Promise<VerifierOutcome> {
    const root = await this.#supervisor.current();
    const id = `verify.${String(++this.#names)}`;
    const socket = root.connect({
      kind: 'verify',
      session: id,
      readOnly: [run.initialDb, run.finalDb],
      background: run.background === true,
    });
    const outcome = await runVerifier(socket, run, () => this.#killSession(root, id), signal);
    return outcome.kind === 'timeout' ? { kind: 'timeout', afterMs } : outcome;
  }

  async query(run: QueryRun, signal?: AbortSignal): Promise<QueryOutcome> {
    if (this.#queries.waiting >= MAX_WAITING_QUERIES)
      throw new AppError('capacity_reached', 'Many queries are waiting; try again in a few seconds.');
    return this.#queries.run('normal', async () => {
      if (signal?.aborted === true) throw new AppError('deadline_exceeded', 'The query was cancelled.');
      const root = await this.#supervisor.current();
      const id = `query.${String(++this.#names)}`;
      const socket = root.connect({
        kind: 'query',
        session: id,
        readOnly: [run.database, run.initial],
        background: true,
      });
      return runQuery(socket, run, () => this.#killSession(root, id), signal);
    });
  }

  async check(source: ScenarioSource, signal?: AbortSignal): Promise<readonly Finding[]> {
    return (await this.probe(source, signal)).findings;
  }

  async readVerifiers(
    database: string,
    verifiers: Parameters<Host['readVerifiers']>[1],
    signal?: AbortSignal,
  ): Promise<readonly VerifierFacts[]> {
    const asked = verifiers.map(({ code, functionName }) => ({ code, function_name: functionName }));
    const request = { what: 'verifiers', database, verifiers: asked };
    const read = await this.#inspect(database, request, verifiersRead, signal);
    if (read.verifiers.length !== verifiers.length)
      throw new AppError('runtime_failed', 'Not all verifiers were read.');
    return read.verifiers;
  }

  async makeStates(run: StatesRun, signal?: AbortSignal): Promise<readonly Buffer[]> {
    const { states } = await this.#inspect(run.database, { what: 'states', ...run }, statesMade, signal);
    return states.map((state) => Buffer.from(state, 'base64'));
  }

  #inspect<T>(
    database: string,
    request: Readonly<Record<string, unknown>>,
    answer: ZodType<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    return this.#verifiers.run('background', async () => {
      const root = await this.#supervisor.current();
      const id = `inspect.${String(++this.#names)}`;
      const socket = root.connect({ kind: 'inspect', session: id, readOnly: [database], background: true });
      return runInspection(socket, request, answer, () => this.#killSession(root, id), signal);
    });
  }

  async probe(source: ScenarioSource, signal?: AbortSignal): Promise<Probed> {
    const root = await this.#supervisor.current();
    return runCheck(root, source, { workRoot: this.#workRoot, name: String(++this.#names) }, signal);
  }

  async forget(key: string): Promise<void> {
    // Those that come while these go are of what is there now.
    const known = [...this.#entries].filter(([, { source }]) => source.key === key);
    for (const [id, entry] of known) {
      this.#entries.delete(id);
      this.#forgotten.add(entry);
    }
    for (const [, entry] of known) if (entry.users === 0) await this.#dropForgotten(entry);
    for (const [, entry] of known) await entry.forgetLearned();
  }

  /** A forgotten version that sleeping sessions still wake from is built again when they do. */
  async #dropForgotten(entry: ScenarioEntry): Promise<void> {
    this.#forgotten.delete(entry);
    await entry.dispose();
  }

  /** Whether it is among those that are ended when they are not needed. */
  #holds(entry: ScenarioEntry): boolean {
    const { key, hash } = entry.source;
    return this.#forgotten.has(entry) || this.#entries.get(entryKey(key, hash)) === entry;
  }

  #allEntries(): ScenarioEntry[] {
    return [...this.#entries.values(), ...this.#forgotten];
  }

  stats(): HostStats {
    let zygotes = 0;
    for (const entry of this.#allEntries()) if (entry.warm) zygotes++;
    return { zygotes, sessions: this.#sessions.size, warming: this.#queue.size };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#warming);
    this.#queue.clear();
    this.#verifiers.clear();
    this.#queries.clear();
    const ends = [...this.#sessions.values()].map((session) => {
      session.abandon({ kind: 'host_stopped' });
      return session.exited;
    });
    await this.#supervisor[Symbol.asyncDispose]();
    await Promise.all(ends);
    // Killed processes may be writing their last file.
    await rm(this.#workRoot, { recursive: true, force: true, maxRetries: 5 });
    await rm(this.#socketDir, { recursive: true, force: true });
  }

  #entry(source: ScenarioSource): ScenarioEntry {
    const context = this.#context;
    if (context === undefined) throw new AppError('runtime_failed', 'The host has not started.');
    const id = entryKey(source.key, source.hash);
    let entry = this.#entries.get(id);
    if (entry === undefined) {
      entry = new ScenarioEntry(source, context);
      this.#entries.set(id, entry);
    }
    return entry;
  }

  #onEvent(event: RootEvent): void {
    switch (event.event) {
      case 'hello':
        return;
      case 'exited':
        // Only of those that are still asked about: each asks once more when its connection closes.
        if (this.#sessions.has(event.session)) this.#statuses.set(event.session, event.status);
        return;
      case 'zygote_gone':
        for (const entry of this.#allEntries()) {
          if (entry.zygote?.name === event.zygote) entry.forgetZygote();
        }
    }
  }

  /** One zygote at a time, and only while nobody waits for a build. */
  #warmRoutesSoon(): void {
    if (this.#warming !== undefined || this.#stopping) return;
    this.#warming = setTimeout(() => {
      void this.#warmRoutes().finally(() => {
        this.#warming = undefined;
      });
    }, WARM_DELAY_MS);
    this.#warming.unref();
  }

  async #warmRoutes(): Promise<void> {
    for (const entry of this.#entries.values()) {
      if (this.#queue.size > 0 || this.#stopping) return;
      await entry.warmRoutes();
    }
  }

  /** An entry holds its scenario's source and template files: those that nothing runs of are kept only up to a number. */
  async #dropCold(): Promise<void> {
    const surplus = this.#entries.size - (this.#options.maxEntries ?? MAX_ENTRIES);
    if (surplus <= 0) return;
    const cold = [...this.#entries].filter(([, entry]) => entry.cold);
    cold.sort(([, a], [, b]) => a.lastUsedMs - b.lastUsedMs);
    for (const [id, entry] of cold.slice(0, surplus)) {
      if (!entry.cold) continue;
      this.#entries.delete(id);
      await entry.dispose();
    }
  }

  /** Measures the new zygote and ends what is over the budget, longest unused first. */
  async #trim(newest: ScenarioEntry): Promise<void> {
    const { zygote } = newest;
    const answer = await zygote?.root.order({ op: 'memory', zygote: zygote.name }).catch(() => undefined);
    newest.pssKib = answer?.pssKib ?? 0;
    const warm = this.#allEntries().filter((entry) => entry.warm);
    let total = warm.reduce((sum, entry) => sum + entry.pssKib, 0);
    warm.sort((a, b) => a.lastUsedMs - b.lastUsedMs);
    for (const entry of warm) {
      if (total <= this.#budgetKib) return;
      if (entry === newest || entry.users > 0) continue;
      total -= entry.pssKib;
      await entry.retire();
    }
  }
}

/** A session did not come to life because its zygote ended; a new zygote may do better. */
class ZygoteLost extends Error {
  readonly reason: AppError;

  constructor(reason: AppError) {
    super(reason.message);
    this.reason = reason;
  }
}

function entryKey(key: string, hash: string): string {
  return `${key}@${hash}`;
}
