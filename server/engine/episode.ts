import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../lib/contracts/errors.ts';
import type { ScenarioSummary } from '../dataset/types.ts';
import type { CallResult, ExitReason, Host, PreparedScenario, SessionProcess } from '../host/types.ts';
import type { EndReason, EpisodeRecorder, EpisodeStart, Store } from '../store/types.ts';
import { storageError } from '../store/index.ts';
import type { ParsedReset } from './reset-params.ts';
import {
  copyUntrusted,
  createSessionFolder,
  readLogSlice,
  removeSessionFolder,
  type LogSlice,
  type SessionFolder,
} from './session-folder.ts';

const RECOVERY_DEADLINE_MS = 10_000;
/** A database of untrusted code that grows past this is not copied or verified. */
const MAX_DB_BYTES = 256 * 1024 * 1024;

export interface EpisodeDeps {
  readonly host: Host;
  readonly store: Store;
  /** Below it `<scenario>/<episode>` folders are made; scenario processes may write there. */
  readonly sessionsDir: string;
  readonly tmpDir: string;
  readonly toolTimeoutMs: number;
}

export interface EpisodeOptions {
  readonly prepared: PreparedScenario;
  readonly scenario: ScenarioSummary;
  readonly reset: ParsedReset;
  readonly start: Omit<EpisodeStart, 'initialDb' | 'dbPath'>;
}

export type EpisodeCall =
  | CallResult
  /** The process had ended by itself since the last call; nothing was called. */
  | { readonly kind: 'lost'; readonly exit: ExitReason }
  /** A sleeping process could not be woken; nothing was called. */
  | { readonly kind: 'not_started'; readonly reason: string };

/** Two databases that nobody writes any more, for one verifier run. */
export interface FrozenDatabases extends AsyncDisposable {
  readonly initialDb: string;
  readonly finalDb: string;
}

/**
 * The environment of one reset: its folder, its process (which may sleep) and its record. Not safe for concurrent
 * use; the session's queue sees to that.
 */
export class Episode {
  readonly options: EpisodeOptions;
  readonly folder: SessionFolder;
  readonly recorder: EpisodeRecorder;
  readonly #deps: EpisodeDeps;
  #process: SessionProcess | undefined;
  #calls = 0;
  #logSeen = 0;
  /** Set when the process ended though nobody asked it to; told to the client once. */
  #lost: ExitReason | undefined;
  #opened = false;
  /** The prepared scenario's seed may be another one: a seed that reads the clock. */
  #resumed = false;
  #ended = false;
  /** The process's last end, under way or over. */
  #stopping: Promise<void> | undefined;

  private constructor(
    deps: EpisodeDeps,
    options: EpisodeOptions,
    folder: SessionFolder,
    recorder: EpisodeRecorder,
  ) {
    this.#deps = deps;
    this.options = options;
    this.folder = folder;
    this.recorder = recorder;
  }

  /** @throws AppError runtime_failed, deadline_exceeded, storage_full */
  static async start(deps: EpisodeDeps, options: EpisodeOptions, signal: AbortSignal): Promise<Episode> {
    const { prepared, start } = options;
    const place = { root: deps.sessionsDir, scenario: start.scenario, name: start.id };
    let recorder: EpisodeRecorder | undefined;
    let folder: SessionFolder | undefined;
    try {
      folder = await createSessionFolder({ ...place, templateDb: prepared.templateDb });
      recorder = deps.store.begin({ ...start, initialDb: prepared.initialDb, dbPath: folder.dbPath });
      const episode = new Episode(deps, options, folder, recorder);
      await episode.#open(signal);
      return episode;
    } catch (error) {
      recorder?.end('crashed');
      if (folder !== undefined) await removeSessionFolder(folder);
      throw storageError(error, deps.sessionsDir);
    }
  }

  /** Goes on with an episode whose process ended with the server before; the next call starts another. */
  static resume(
    deps: EpisodeDeps,
    options: EpisodeOptions,
    left: { readonly folder: SessionFolder; readonly recorder: EpisodeRecorder; readonly calls: number },
  ): Episode {
    const episode = new Episode(deps, options, left.folder, left.recorder);
    episode.#calls = left.calls;
    // A scenario that keeps state outside the database has to start up again.
    episode.#opened = !options.prepared.stateful;
    episode.#resumed = true;
    // What a call wrote that is not recorded belongs to no step.
    episode.takeLogSlice();
    return episode;
  }

  get awake(): boolean {
    return this.#process !== undefined;
  }

  get ended(): boolean {
    return this.#ended;
  }

  async #open(signal: AbortSignal): Promise<SessionProcess> {
    const { prepared, reset, start } = this.options;
    const process = await this.#deps.host.open(
      prepared,
      {
        sessionId: start.id,
        workDir: this.folder.dir,
        dbPath: this.folder.dbPath,
        ...(reset.options.clock && { clock: reset.options.clock }),
        ...(reset.options.seed !== undefined && { seed: reset.options.seed }),
        callsBefore: this.#calls,
        resumed: this.#opened,
      },
      signal,
    );
    this.#opened = true;
    this.#process = process;
    void process.exited.then((exit) => {
      if (this.#process !== process) return;
      this.#process = undefined;
      if (exit.kind === 'crashed' || exit.kind === 'protocol' || exit.kind === 'host_stopped')
        this.#lost = exit;
    });
    return process;
  }

  /**
   * Calls a tool, waking the process where it sleeps. After every end of a process the next call runs in a new one on
   * the last committed database.
   */
  async call(tool: string, args: unknown, signal: AbortSignal | undefined): Promise<EpisodeCall> {
    if (this.#lost !== undefined) {
      const exit = this.#lost;
      this.#lost = undefined;
      return { kind: 'lost', exit };
    }
    const deadlineMs = this.#deps.toolTimeoutMs;
    const timeout = AbortSignal.timeout(deadlineMs);
    let process = this.#process;
    try {
      process ??= await this.#open(signal ? AbortSignal.any([signal, timeout]) : timeout);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { kind: 'not_started', reason: error.message };
    }
    const result = await process.call(tool, args, { deadlineMs, ...(signal && { signal }) });
    this.#calls += 1;
    if (result.kind === 'timeout' || result.kind === 'cancelled' || result.kind === 'exited') {
      // The process is gone by our own hand, or this result tells its end: the next call starts another.
      this.#process = undefined;
      this.#lost = undefined;
    }
    return result;
  }

  /**
   * Opens the process anew after a call that was killed: SQLite rolls back inside the sandbox what the call left half
   * done, so that the step's snapshot holds what was committed. Where that fails the next call tries again.
   */
  async recover(): Promise<void> {
    if (this.#process !== undefined || this.#ended) return;
    await this.#open(AbortSignal.timeout(RECOVERY_DEADLINE_MS)).catch(() => undefined);
  }

  /** What came into server.log since the last call of this. */
  takeLogSlice(): LogSlice {
    const slice = readLogSlice(this.folder, this.#logSeen);
    this.#logSeen = slice.logEnd;
    return slice;
  }

  /** Gives the process back and keeps the database; a scenario with state outside it stays awake. */
  async hibernate(): Promise<void> {
    const process = this.#process;
    if (process === undefined || this.options.prepared.stateful) return;
    this.#process = undefined;
    this.recorder.relax();
    await process.close('hibernated');
  }

  /** @throws Error where the scenario made something else of its database file */
  async freeze(): Promise<FrozenDatabases> {
    await mkdir(this.#deps.tmpDir, { recursive: true, mode: 0o700 });
    const dir = await mkdtemp(join(this.#deps.tmpDir, 'verify-'));
    const remove = () => rm(dir, { recursive: true, force: true });
    try {
      const finalDb = join(dir, 'final.db');
      await copyUntrusted(this.folder.dbPath, finalDb, MAX_DB_BYTES);
      let { initialDb } = this.options.prepared;
      if (this.#resumed) {
        initialDb = join(dir, 'initial.db');
        await this.#deps.store.initialTo(this.options.start.id, initialDb);
      }
      return { initialDb, finalDb, [Symbol.asyncDispose]: remove };
    } catch (error) {
      await remove();
      throw error;
    }
  }

  /** Ends the process for good; its files are complete afterwards. */
  stop(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    this.#stopping ??= process?.close('closed');
    return this.#stopping ?? Promise.resolve();
  }

  /**
   * Closes the record and has the process end; the folder stays until `dispose`, which waits for that. At the server's
   * end the processes are left to the host, which ends all of them at once. Idempotent.
   */
  async end(reason: EndReason): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const stopped = reason === 'server_stop' ? undefined : this.stop();
    this.recorder.end(reason);
    // Nobody waits for the process after done: what it wrote is recorded.
    if (reason === 'done') stopped?.catch(() => undefined);
    else await stopped;
  }

  /** Copies the database as seeded beside the live one, for a kept folder. */
  async keepInitial(): Promise<void> {
    if (this.#resumed) await this.#deps.store.initialTo(this.options.start.id, this.folder.initialPath);
    else await copyUntrusted(this.options.prepared.initialDb, this.folder.initialPath, MAX_DB_BYTES);
  }

  /** At the server's end: leaves the record open and the folder as it is, for the next server. */
  park(): void {
    this.#ended = true;
    this.recorder.relax();
    this.options.prepared.release();
  }

  async dispose(keepFolder: boolean): Promise<void> {
    this.options.prepared.release();
    await this.#stopping?.catch(() => undefined);
    if (!keepFolder) await removeSessionFolder(this.folder);
  }
}
