import { randomBytes, randomUUID } from 'node:crypto';
import { AppError } from '../../lib/contracts/errors.ts';
import type { Dataset, ScenarioSummary, VerifierMode } from '../dataset/types.ts';
import type { Host, PreparedScenario } from '../host/types.ts';
import type { Log } from '../log.ts';
import type { Actor, EndReason, RecordingPolicy, Store } from '../store/types.ts';
import type { JudgeSettings, Verify } from '../verify/index.ts';
import { describeCall } from './call-outcome.ts';
import { Episode, type EpisodeDeps } from './episode.ts';
import { createEventLog, type EventLog } from './events.ts';
import { keepArtifacts, trajectoryOf } from './artifacts.ts';
import { MESSAGES, answer, observationOf, type Answered } from './observations.ts';
import { isTruthy } from './python-values.ts';
import { parseReset, ResetRefused, type ParsedReset } from './reset-params.ts';
import { DEFAULT_REWARDS, rewardOf, type RewardConfig } from './rewards.ts';
import { createSerialQueue } from './serial-queue.ts';
import { StepWriter } from './step-writer.ts';
import type { Action, EngineSession, Outcome, ResetParams, SessionEvent, SessionInfo } from './types.ts';

/** Requests that may wait behind the running one; a protocol client never has more than one. */
const WAITING_LIMIT = 16;

export interface SessionDeps extends EpisodeDeps {
  readonly dataset: Dataset;
  readonly host: Host;
  readonly store: Store;
  readonly verify: Verify;
  readonly log: Log;
  readonly judge: JudgeSettings;
  readonly readyTimeoutMs: number;
  readonly verifierTimeoutMs: number;
  readonly recordingPolicy: RecordingPolicy;
  /** Why a scenario may not run on this server, if it may not. */
  readonly refuse?: (scenario: ScenarioSummary) => string | undefined;
}

type CallTool = Extract<Action, { type: 'call_tool' }>;

/** One client's session: the wire's semantics over one episode after another. */
export class Session implements EngineSession {
  readonly id = randomBytes(16).toString('hex');
  readonly #deps: SessionDeps;
  readonly #actor: Actor;
  readonly #transport: string;
  readonly #queue = createSerialQueue(WAITING_LIMIT);
  readonly #events: EventLog;
  readonly #createdAtMs = Date.now();
  /** Aborts what runs when the session closes. */
  readonly #closing = new AbortController();
  #episode: Episode | undefined;
  #keepFolder = false;
  #clientEpisodeId: string | null = null;
  #stepCount = 0;
  #resetOk = false;
  #done = false;
  #busy: 'resetting' | 'running' | undefined;
  #lastUsedMs = performance.now();
  #closed: Promise<void> | undefined;

  readonly #onClosed: (id: string) => void;

  constructor(
    deps: SessionDeps,
    options: { readonly actor: Actor; readonly transport: string; readonly onClosed: (id: string) => void },
  ) {
    this.#onClosed = options.onClosed;
    this.#deps = deps;
    this.#actor = options.actor;
    this.#transport = options.transport;
    this.#events = createEventLog(
      ({ episodeId, seq }) => deps.store.steps(episodeId, { from: seq, to: seq })[0],
    );
  }

  get info(): SessionInfo {
    const start = this.#episode?.options.start;
    return {
      id: this.id,
      actor: this.#actor,
      transport: this.#transport,
      scenario: start?.scenario ?? null,
      task: start?.task ?? null,
      taskIdx: start?.taskIdx ?? null,
      episodeId: this.#clientEpisodeId,
      recordId: start?.id ?? null,
      stepCount: this.#stepCount,
      done: this.#done,
      phase: this.#phase(),
      idleMs: this.#busy === undefined ? Math.round(performance.now() - this.#lastUsedMs) : 0,
      createdAtMs: this.#createdAtMs,
    };
  }

  get prepared(): PreparedScenario | undefined {
    return this.#episode?.options.prepared;
  }

  #phase(): SessionInfo['phase'] {
    if (this.#closed !== undefined) return 'closed';
    if (this.#busy !== undefined) return this.#busy;
    if (this.#episode === undefined) return 'new';
    return this.#episode.awake || this.#episode.ended ? 'ready' : 'hibernated';
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
    return this.#exclusive('running', signal, (both) => this.#step(action, both));
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

  #emitInfo(): void {
    this.#events.emit({ kind: 'info', info: this.info });
  }

  // --- reset -------------------------------------------------------------------------------------------------------

  async #reset(params: ResetParams, signal: AbortSignal): Promise<Outcome> {
    this.#resetOk = false;
    this.#done = false;
    this.#events.emit({ kind: 'started', what: 'reset', toolName: null, atMs: Date.now() });
    try {
      const reset = parseReset(params);
      if (reset.scenario === undefined) throw new ResetRefused(MESSAGES.scenarioRequired);
      const scenario = this.#deps.dataset.find(reset.scenario);
      if (scenario === undefined) throw new ResetRefused(`Scenario '${reset.scenario}' not found`);
      await this.#dropEpisode('reset');
      return await this.#start(scenario, reset, signal);
    } catch (error) {
      if (error instanceof ResetRefused)
        return answer(observationOf({ reward_type: 'reset_error', error: error.message }), null);
      throw error;
    }
  }

  async #start(scenario: ScenarioSummary, reset: ParsedReset, signal: AbortSignal): Promise<Outcome> {
    const task = reset.task ?? taskText(scenario, reset.taskIdx);
    const refused = this.#deps.refuse?.(scenario);
    if (refused !== undefined) throw new ResetRefused(`Sub-environment start failed: ${refused}`);
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(this.#deps.readyTimeoutMs)]);
    let prepared: PreparedScenario | undefined;
    try {
      const source = await this.#deps.dataset.source(scenario.key);
      prepared = await this.#deps.host.prepare(source, {
        signal: deadline,
        ...(reset.options.clock && { clock: reset.options.clock }),
      });
      const policy = reset.options.record ?? this.#deps.recordingPolicy;
      const start = {
        id: randomBytes(16).toString('hex'),
        clientEpisodeId: reset.episodeId ?? randomUUID(),
        sessionId: this.id,
        scenario: scenario.key,
        pack: scenario.pack,
        scenarioHash: prepared.hash,
        taskIdx: reset.taskIdx,
        task,
        actor:
          this.#actor === 'unnamed client' && Object.keys(reset.options.run).length > 0
            ? 'agent'
            : this.#actor,
        transport: this.#transport,
        run: reset.options.run,
        policy,
        options: { ...reset.options.sent },
        startedAtMs: Date.now(),
      } as const;
      this.#episode = await Episode.start(this.#deps, { prepared, scenario, reset, start }, deadline);
    } catch (error) {
      prepared?.release();
      if (!(error instanceof AppError)) throw error;
      throw new ResetRefused(startFailure(error));
    }
    const { start } = this.#episode.options;
    this.#clientEpisodeId = start.clientEpisodeId;
    this.#stepCount = 0;
    this.#resetOk = true;
    this.#emitInfo();
    return answer(this.#resetObservation(scenario, prepared), null, this.#resetMetadata(prepared, reset));
  }

  #resetObservation(
    scenario: ScenarioSummary,
    prepared: PreparedScenario,
  ): Readonly<Record<string, unknown>> {
    const start = this.#episode?.options.start;
    const taskIdx = start?.taskIdx ?? null;
    const has = taskIdx === null ? undefined : scenario.verifiers[taskIdx];
    const common = {
      scenario: scenario.key,
      task: start?.task,
      task_idx: taskIdx,
      has_verifier: has && (has.sql || has.code) ? { sql: has.sql, code: has.code } : undefined,
      num_tools: prepared.tools.length,
    };
    if (prepared.tools.length > 0) return observationOf({ reward_type: 'reset_ok', ...common });
    return observationOf({
      reward_type: 'reset_warning',
      ...common,
      warning: 'Sub-env started but no tools discovered.',
    });
  }

  #resetMetadata(prepared: PreparedScenario, reset: ParsedReset): Readonly<Record<string, unknown>> {
    const { start } = this.#episode?.options ?? {};
    return {
      session_id: this.id,
      record_id: start?.id,
      recording: start?.policy,
      ...(prepared.seedErrors.length > 0 && { seed_errors: prepared.seedErrors }),
      ...(prepared.stateful && { stateful: true }),
      ...(reset.notes.length > 0 && { notes: reset.notes }),
    };
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
    this.#events.emit({ kind: 'started', what: action.type, toolName, atMs: Date.now() });
    if (action.type === 'list_tools') return this.#listTools(action);
    switch (action.tool_name) {
      case 'done':
        return this.#finish(action);
      case 'verify':
        return this.#verify(action, signal);
      case '__list_scenarios__':
        return this.#listScenarios(action);
      default:
        return this.#callTool(action, signal);
    }
  }

  get #rewards(): RewardConfig {
    return this.#episode?.options.reset.rewards ?? DEFAULT_REWARDS;
  }

  /** The episode whose environment runs. */
  #running(): Episode | undefined {
    return this.#episode?.ended === false ? this.#episode : undefined;
  }

  #writer(action: Action): StepWriter | undefined {
    const episode = this.#running();
    return episode && new StepWriter(episode, action, this.#events);
  }

  #listTools(action: Action): Outcome {
    const writer = this.#writer(action);
    const prepared = this.prepared;
    if (writer === undefined || prepared === undefined) {
      return answer({ tools: [], error: MESSAGES.notRunning }, null);
    }
    const tools = prepared.tools.map((tool) => ({
      name: tool.name,
      description: tool.description,
      input_schema: tool.inputSchema,
    }));
    const outcome: Outcome = {
      observation: { tools, error: null },
      // The one null on the wire: the recorded reference has it.
      observationJson: `{"tools":${prepared.toolsJson},"error":null}`,
      reward: null,
      rewardJson: 'null',
      done: false,
      metadata: undefined,
    };
    // The tools are the scenario's, the same in every episode: the record points at them by its hash.
    return writer.write(
      { outcome, rewardType: null },
      { kind: 'list_tools', mayWrite: false, observationJson: '{}' },
    );
  }

  #listScenarios(action: CallTool): Outcome {
    const list = this.#deps.dataset.listJson();
    const total = this.#deps.dataset.list().length;
    const outcome: Outcome = {
      observation: { reward_type: 'tool_call_ok', total },
      observationJson: `{"reward_type":"tool_call_ok","scenarios":${list},"total":${String(total)}}`,
      reward: null,
      rewardJson: 'null',
      done: false,
      metadata: undefined,
    };
    const writer = this.#writer(action);
    if (writer === undefined) return outcome;
    const observationJson = JSON.stringify(outcome.observation);
    return writer.write(
      { outcome, rewardType: 'tool_call_ok' },
      { kind: 'list_scenarios', mayWrite: false, observationJson },
    );
  }

  async #callTool(action: CallTool, signal: AbortSignal): Promise<Outcome> {
    const episode = this.#running();
    const writer = this.#writer(action);
    if (episode === undefined || writer === undefined) {
      const observation = observationOf({
        reward_type: 'server_error',
        tool_name: action.tool_name,
        error: MESSAGES.notRunning,
      });
      return answer(observation, rewardOf(this.#rewards, 'server_error'));
    }
    const { reset, prepared } = episode.options;
    const result = await episode.call(action.tool_name, action.arguments, signal);
    const described = describeCall(action.tool_name, result, {
      rewards: reset.rewards,
      classify: reset.options.classify,
      toolTimeoutMs: this.#deps.toolTimeoutMs,
    });
    const operation = prepared.operations.get(action.tool_name);
    return writer.write(described, {
      kind: 'call_tool',
      mayWrite: true,
      httpMethod: operation?.method ?? null,
      httpRoute: operation?.path ?? null,
      httpStatus: described.httpStatus,
      runtimeMs: described.runtimeMs,
    });
  }

  // --- verify and done ---------------------------------------------------------------------------------------------

  async #verify(action: CallTool, signal: AbortSignal): Promise<Outcome> {
    const refuse = (rewardType: string, fields: Readonly<Record<string, unknown>>): Answered => ({
      outcome: answer(
        observationOf({ reward_type: rewardType, ...fields }),
        rewardOf(this.#rewards, rewardType),
      ),
      rewardType,
    });
    const episode = this.#running();
    if (!this.#resetOk || episode === undefined)
      return refuse('server_error', { error: MESSAGES.cannotVerify }).outcome;
    const writer = new StepWriter(episode, action, this.#events);
    const as = { kind: 'verify', mayWrite: false } as const;
    const { task, taskIdx } = episode.options.start;
    if (task === null || taskIdx === null)
      return writer.write(refuse('no_verifier', { error: MESSAGES.noTask }), as);
    const mode = action.arguments['verifier_mode'] ?? 'code';
    if (mode !== 'code' && mode !== 'sql') {
      const shown = typeof mode === 'string' ? mode : JSON.stringify(mode);
      const error = `Invalid verifier_mode '${shown}'. Must be one of: code, sql`;
      return writer.write(refuse('invalid_args', { error }), as);
    }
    const scenario = episode.options.scenario;
    const head = { scenario: scenario.key, task, task_idx: taskIdx };
    const verifier = scenario.verifiers[taskIdx]?.[mode]
      ? await this.#deps.dataset.verifier(scenario.key, taskIdx, mode)
      : undefined;
    if (verifier === undefined) {
      return writer.write(
        refuse('no_verifier', { ...head, error: `No ${mode} verifier available for this task` }),
        as,
      );
    }
    const given = action.arguments['final_answer'];
    const finalAnswer =
      typeof given === 'string'
        ? given
        : given === null || given === undefined
          ? null
          : JSON.stringify(given);
    const verdict = await this.#judgeEpisode(episode, mode, verifier, finalAnswer, signal);
    const reward = rewardOf(this.#rewards, verdict.rewardType);
    const observation = observationOf({
      reward_type: verdict.rewardType,
      ...head,
      verify_result: verdict.result,
      steps_taken: this.#stepCount,
    });
    const outcome = answer(observation, reward, { verifier_hash: verifier.hash });
    const written = writer.write({ outcome, rewardType: verdict.rewardType }, as);
    episode.recorder.verdict(mode, verdict.rewardType, reward.value, finalAnswer, verifier.hash);
    return written;
  }

  async #judgeEpisode(
    episode: Episode,
    mode: VerifierMode,
    verifier: NonNullable<Awaited<ReturnType<Dataset['verifier']>>>,
    finalAnswer: string | null,
    signal: AbortSignal,
  ) {
    const { reset, start } = episode.options;
    try {
      await using databases = await episode.freeze();
      return await this.#deps.verify(
        {
          verifier,
          initialDb: databases.initialDb,
          finalDb: databases.finalDb,
          finalAnswer,
          deadlineMs: this.#deps.verifierTimeoutMs,
          task: start.task ?? '',
          trajectory: () => trajectoryOf(this.#deps.store, episode, this.#stepCount).entries,
          judge: { ...this.#deps.judge, ...reset.llm },
        },
        signal,
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#deps.log.warn({ scenario: start.scenario, mode, err: error }, 'verify failed');
      return { rewardType: 'judge_error', result: { execution_status: 'error', error_message: reason } };
    }
  }

  async #finish(action: CallTool): Promise<Outcome> {
    this.#done = true;
    const episode = this.#running();
    if (!this.#resetOk || episode === undefined) {
      const observation = observationOf({ reward_type: 'server_error', error: MESSAGES.cannotFinish });
      return answer(observation, rewardOf(this.#rewards, 'server_error'), undefined, true);
    }
    const writer = new StepWriter(episode, action, this.#events);
    const { start } = episode.options;
    const keep = isTruthy(action.arguments['keep_session']);
    this.#keepFolder = keep;
    if (keep) await episode.stop();
    const kept = await keepArtifacts(this.#deps.store, episode, { steps: this.#stepCount, all: keep });
    const observation = observationOf({
      reward_type: 'episode_done',
      scenario: start.scenario,
      task: start.task,
      task_idx: start.taskIdx,
      steps_taken: this.#stepCount,
      trajectory_path: kept.trajectoryPath,
      session_dir: keep ? episode.folder.dir : undefined,
    });
    const outcome = answer(observation, { value: 0, json: '0.0' }, { record_id: start.id }, true);
    const written = writer.write({ outcome, rewardType: 'episode_done' }, { kind: 'done', mayWrite: false });
    await episode.end('done');
    return written;
  }

  // --- ending ------------------------------------------------------------------------------------------------------

  async #dropEpisode(reason: EndReason): Promise<void> {
    const episode = this.#episode;
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

  close(reason: EndReason): Promise<void> {
    this.#closed ??= this.#close(reason);
    return this.#closed;
  }

  async #close(reason: EndReason): Promise<void> {
    this.#closing.abort();
    try {
      await this.#queue.idle();
      await this.#dropEpisode(reason);
    } finally {
      this.#onClosed(this.id);
      this.#events.emit({ kind: 'closed', reason });
    }
  }
}

/** @throws ResetRefused where the index is out of range */
function taskText(scenario: ScenarioSummary, taskIdx: number | null): string | null {
  if (taskIdx === null) return null;
  const task = scenario.tasks[taskIdx];
  if (task === undefined) {
    throw new ResetRefused(
      `task_idx ${String(taskIdx)} out of range (0..${String(scenario.tasks.length - 1)})`,
    );
  }
  return task;
}

function startFailure(error: AppError): string {
  if (error.code === 'storage_full') return `Recording could not start: ${error.message}`;
  return `Sub-environment start failed: ${error.message}`;
}
