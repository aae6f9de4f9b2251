import { randomBytes } from 'node:crypto';
import { AppError } from '../../lib/contracts/errors.ts';
import type { PreparedScenario } from '../host/types.ts';
import type { Actor, EndReason } from '../store/types.ts';
import { startFork, type ForkRequest } from './branches/start-fork.ts';
import type { Episode } from './episode.ts';
import { Control } from './control.ts';
import { createEventLog, type EventLog } from './events.ts';
import { MESSAGES, answer, observationOf } from './observations.ts';
import { isTruthy } from '../../lib/util/python-truth.ts';
import { parseReset, ResetRefused } from './reset-params.ts';
import { DEFAULT_REWARDS } from './rewards.ts';
import { createSerialQueue } from './serial-queue.ts';
import type { SessionDeps } from './session-deps.ts';
import { resetToKeep, SessionKeeper } from './session-keeper.ts';
import {
  callTool,
  finish,
  judgeAtEnd,
  listScenarios,
  listTools,
  verify,
  type CallTool,
  type StepContext,
} from './session-steps.ts';
import { resetOutcome, resolveSplit, startEpisode, type EpisodeOwner } from './start-episode.ts';
import { endDormant, type Dormant } from './take-up.ts';
import { NotRestorable, wake } from './wake.ts';
import type {
  Action,
  EngineSession,
  Outcome,
  ResetParams,
  SessionEvent,
  SessionInfo,
  RestoredInfo,
} from './types.ts';

/** Requests that may wait behind the running one; a protocol client never has more than one. */
const WAITING_LIMIT = 16;

/** How long the page that held control has to come back after a restart. */
const HOLDER_GRACE_MS = 15_000;

export interface SessionOptions {
  readonly actor: Actor;
  readonly transport: string;
  /** Taken up after a restart. */
  readonly dormant?: Dormant;
  /** Its first episode has steps already: it is forked. */
  readonly forks?: boolean;
  readonly onClosed: (id: string) => void;
}

/** One client's session: the wire's semantics over one episode after another. */
export class Session implements EngineSession {
  readonly id: string;
  readonly epoch = randomBytes(8).toString('hex');
  readonly control = new Control({ onChange: () => this.#controlChanged() });
  readonly #keeper: SessionKeeper | undefined;
  readonly #deps: SessionDeps;
  readonly #owner: EpisodeOwner;
  readonly #queue = createSerialQueue(WAITING_LIMIT);
  readonly #events: EventLog;
  readonly #createdAtMs: number;
  #restoredAtMs: number | null;
  /** Aborts what runs when the session closes. */
  readonly #closing = new AbortController();
  #episode: Episode | undefined;
  /** Of the server before, until its episode runs again or another begins. */
  #dormant: Dormant | undefined;
  #restored: RestoredInfo | null = null;
  #parking = false;
  #keepFolder = false;
  #clientEpisodeId: string | null = null;
  #stepCount = 0;
  #resetOk = false;
  #done = false;
  #busy: 'resetting' | 'running' | undefined;
  #lastUsedMs = performance.now();
  #closed: Promise<void> | undefined;

  readonly #onClosed: (id: string) => void;

  constructor(deps: SessionDeps, { actor, transport, dormant, forks, onClosed }: SessionOptions) {
    const kept = dormant?.kept;
    this.id = kept?.id ?? randomBytes(16).toString('hex');
    this.#createdAtMs = kept?.createdAtMs ?? Date.now();
    this.#restoredAtMs = dormant === undefined ? null : Date.now();
    this.#onClosed = onClosed;
    this.#deps = deps;
    this.#owner = { sessionId: this.id, actor, transport };
    this.#events = createEventLog(
      ({ episodeId, seq }) => deps.store.steps(episodeId, { from: seq, to: seq })[0],
      // Steps that were made elsewhere are read from their record.
      dormant === undefined && forks !== true ? 0 : 1,
    );
    if (actor === 'human') this.#keeper = new SessionKeeper(deps.store.sessions, kept ?? this.info);
    if (dormant !== undefined) this.#lieDormant(dormant);
  }

  #lieDormant(dormant: Dormant): void {
    const { kept, record, restored, keepFolder } = dormant;
    this.#dormant = dormant;
    this.#restored = restored;
    this.#keepFolder = keepFolder;
    this.#clientEpisodeId = record?.clientEpisodeId ?? null;
    this.#stepCount = record?.steps ?? 0;
    this.#done = record?.endReason === 'done';
    this.#resetOk = record !== undefined;
    this.#lastUsedMs = performance.now() - Math.max(0, Date.now() - kept.usedAtMs);
    if (kept.control !== null) this.control.resume({ ...kept.control, graceMs: HOLDER_GRACE_MS });
    this.#emitInfo();
  }

  /** Whether it can go on with the next server. */
  get isKept(): boolean {
    return this.#keeper?.isWritten === true;
  }

  get isClosing(): boolean {
    return this.#closed !== undefined;
  }

  get actor(): Actor {
    return this.#owner.actor;
  }

  /** Milliseconds since the last request ended; 0 while one runs. */
  get idleMs(): number {
    return this.#busy === undefined ? Math.round(performance.now() - this.#lastUsedMs) : 0;
  }

  get info(): SessionInfo {
    const start = this.#episode?.options.start ?? this.#dormant?.record;
    return {
      id: this.id,
      actor: this.#owner.actor,
      transport: this.#owner.transport,
      scenario: start?.scenario ?? null,
      task: start?.task ?? null,
      taskIdx: start?.taskIdx ?? null,
      episodeId: this.#clientEpisodeId,
      recordId: start?.id ?? null,
      stepCount: this.#stepCount,
      done: this.#done,
      phase: this.#phase(),
      idleMs: this.idleMs,
      createdAtMs: this.#createdAtMs,
      baseline: start?.baseline ?? false,
      restoredAtMs: this.#restoredAtMs,
      restored: this.#restored,
      control: this.control.info,
    };
  }

  get prepared(): PreparedScenario | undefined {
    return this.#episode?.options.prepared;
  }

  #phase(): SessionInfo['phase'] {
    if (this.#closed !== undefined) return 'closed';
    if (this.#busy !== undefined) return this.#busy;
    if (this.#episode === undefined && this.#dormant?.record !== undefined)
      return this.#isDormant ? 'hibernated' : 'ready';
    if (this.#episode === undefined) return 'new';
    return this.#episode.awake || this.#episode.ended ? 'ready' : 'hibernated';
  }

  /** Its episode goes on with the next call. */
  get #isDormant(): boolean {
    return this.#dormant?.record?.endReason === null;
  }

  ready(): Promise<PreparedScenario | undefined> {
    if (!this.#isDormant) return Promise.resolve(this.prepared);
    return this.#queue.run(async () => {
      await this.#wake(this.#closing.signal);
      return this.prepared;
    });
  }

  /** @throws AppError runtime_failed, deadline_exceeded: may be tried again */
  async #wake(signal: AbortSignal): Promise<void> {
    const dormant = this.#dormant;
    if (dormant?.record?.endReason !== null) return;
    try {
      const { episode, restored } = await wake(this.#deps, dormant, signal);
      this.#episode = episode;
      this.#dormant = undefined;
      this.#restored = restored;
    } catch (error) {
      if (!(error instanceof NotRestorable)) throw error;
      await endDormant(this.#deps, dormant.record, 'server_stop');
      this.#restored = { ...dormant.restored, from: 'nothing', problem: error.message };
      this.#dormant = { ...dormant, record: this.#deps.store.episode(dormant.record.id) };
    }
    this.#emitInfo();
  }

  state(): { readonly episode_id: string | null; readonly step_count: number } {
    return { episode_id: this.#clientEpisodeId, step_count: this.#stepCount };
  }

  watch(afterSeq: number, listener: (event: SessionEvent) => void): () => void {
    return this.#events.watch(afterSeq, listener);
  }

  reset(params: ResetParams, signal?: AbortSignal): Promise<Outcome> {
    return this.#exclusive('resetting', signal, (both) => this.#reset(params, both));
  }

  step(action: Action, signal?: AbortSignal): Promise<Outcome> {
    return this.#exclusive('running', signal, async (both) => {
      await this.#wake(both);
      return this.#step(action, both);
    });
  }

  #exclusive<T>(
    busy: 'resetting' | 'running',
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const closing = this.#closing.signal;
    return this.#queue.run(async () => {
      if (this.#closed !== undefined)
        throw new AppError('session_closed', 'The session has ended; open a new one.');
      this.#busy = busy;
      try {
        return await work(signal ? AbortSignal.any([signal, closing]) : closing);
      } finally {
        this.#busy = undefined;
        this.#lastUsedMs = performance.now();
        this.#emitInfo();
      }
    });
  }

  #controlChanged(): void {
    this.#keeper?.holds(this.control.held);
    this.#emitInfo();
  }

  #emitInfo(): void {
    if (this.#parking) return;
    this.#events.emit({ kind: 'info', info: this.info });
  }

  // --- reset -------------------------------------------------------------------------------------------------------

  async #reset(params: ResetParams, signal: AbortSignal): Promise<Outcome> {
    this.#resetOk = false;
    this.#done = false;
    this.#events.emit({ kind: 'started', what: 'reset', toolName: null, atMs: Date.now() });
    try {
      const reset = resolveSplit(this.#deps.dataset, parseReset(params), this.#deps.isQuarantined);
      if (reset.scenario === undefined) throw new ResetRefused(MESSAGES.scenarioRequired);
      const scenario = this.#deps.dataset.find(reset.scenario);
      if (scenario === undefined) throw new ResetRefused(`Scenario '${reset.scenario}' not found`);
      await this.#dropEpisode('reset');
      const episode = await startEpisode(this.#deps, this.#owner, reset, scenario, signal);
      this.#keeper?.began(episode.options.start.id, resetToKeep(params, scenario.key, reset.taskIdx));
      return this.#begin(episode);
    } catch (error) {
      if (error instanceof ResetRefused)
        return answer(observationOf({ reward_type: 'reset_error', error: error.message }), null);
      throw error;
    }
  }

  fork(point: ForkRequest, signal?: AbortSignal): Promise<void> {
    return this.#exclusive('resetting', signal, async (both) => {
      await this.#dropEpisode('reset');
      const forked = await startFork(this.#deps, this.#owner, point, both);
      this.#keeper?.began(forked.episode.options.start.id, forked.resetParams);
      this.#begin(forked.episode, forked.steps);
      if (forked.differs === null) return;
      this.#restored = forked.differs;
      this.#restoredAtMs = Date.now();
    });
  }

  #begin(episode: Episode, steps = 0): Outcome {
    this.#episode = episode;
    this.#restored = null;
    this.#clientEpisodeId = episode.options.start.clientEpisodeId;
    this.#stepCount = steps;
    this.#resetOk = true;
    this.#emitInfo();
    return resetOutcome(episode);
  }

  // --- step --------------------------------------------------------------------------------------------------------

  async #step(action: Action, signal: AbortSignal): Promise<Outcome> {
    if (this.#done) {
      return answer(
        observationOf({ reward_type: 'episode_already_done', error: MESSAGES.alreadyDone }),
        null,
        undefined,
        true,
      );
    }
    this.#stepCount += 1;
    const toolName = action.type === 'call_tool' ? action.tool_name : null;
    // What is called where nothing runs leaves no record, and a restart loses nothing of it.
    if (this.#running() !== undefined) this.#keeper?.called(this.#stepCount, toolName);
    this.#events.emit({ kind: 'started', what: action.type, toolName, atMs: Date.now() });
    if (action.type === 'list_tools') return listTools(this.#context, action);
    switch (action.tool_name) {
      case 'done':
        return this.#finish(action, signal);
      case 'verify':
        return verify(this.#context, action, signal);
      case '__list_scenarios__':
        return listScenarios(this.#context, action);
      default:
        return callTool(this.#context, action, signal);
    }
  }

  get #context(): StepContext {
    return {
      deps: this.#deps,
      events: this.#events,
      episode: this.#running(),
      prepared: this.prepared,
      rewards: this.#episode?.options.reset.rewards ?? DEFAULT_REWARDS,
      resetOk: this.#resetOk,
      stepCount: this.#stepCount,
      closing: this.#closing.signal,
      mustNotPark: () => this.#mustNotPark(),
    };
  }

  /** The episode whose environment runs. */
  #running(): Episode | undefined {
    return this.#episode?.ended === false ? this.#episode : undefined;
  }

  async #finish(action: CallTool, signal: AbortSignal): Promise<Outcome> {
    if (await judgeAtEnd(this.#context, action, signal)) this.#stepCount += 1;
    this.#done = true;
    if (this.#resetOk && this.#running() !== undefined)
      this.#keepFolder = isTruthy(action.arguments['keep_session']);
    return finish(this.#context, action, this.#keepFolder);
  }

  /** A call that the server's end cut off is not recorded: the next server says that it is lost. */
  #mustNotPark(): void {
    if (this.#parking) throw new AppError('session_closed', 'The server is stopping; the call is lost.');
  }

  // --- ending ------------------------------------------------------------------------------------------------------

  async #dropEpisode(reason: EndReason): Promise<void> {
    const episode = this.#episode;
    const dormant = this.#dormant;
    this.#dormant = undefined;
    if (dormant?.record !== undefined) await endDormant(this.#deps, dormant.record, reason);
    if (episode === undefined) return;
    this.#episode = undefined;
    const keep = this.#keepFolder;
    this.#keepFolder = false;
    await episode.end(reason);
    await episode.dispose(keep);
  }

  /** Gives the process back when the session has been idle for `afterMs`. */
  async hibernate(afterMs: number): Promise<void> {
    if (this.#busy !== undefined || this.#closed !== undefined) return;
    const episode = this.#running();
    if (episode?.awake !== true || performance.now() - this.#lastUsedMs < afterMs) return;
    await this.#queue.run(async () => {
      if (performance.now() - this.#lastUsedMs >= afterMs) await episode.hibernate();
    });
  }

  /** At the server's end: stops, and leaves everything to the next server. */
  park(): Promise<void> {
    this.#parking = true;
    this.#closed ??= this.#park();
    return this.#closed;
  }

  async #park(): Promise<void> {
    this.#closing.abort();
    this.control[Symbol.dispose]();
    await this.#queue.idle();
    this.#episode?.park();
    this.#onClosed(this.id);
  }

  close(reason: EndReason): Promise<void> {
    this.#closed ??= this.#close(reason);
    return this.#closed;
  }

  async #close(reason: EndReason): Promise<void> {
    this.#closing.abort();
    this.control[Symbol.dispose]();
    this.#keeper?.drop();
    try {
      await this.#queue.idle();
      await this.#dropEpisode(reason);
    } finally {
      this.#onClosed(this.id);
      this.#events.emit({ kind: 'closed', reason });
    }
  }
}
