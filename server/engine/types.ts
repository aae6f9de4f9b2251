import type { Control } from './control.ts';
import type { PreparedScenario } from '../host/types.ts';
import type { Actor, EndReason, StepRecord } from '../store/types.ts';

/** Sessions as the transports see them. Implemented by `createEngine`. Wire names are those of docs/protocol. */

/** What `reset` takes; unknown keys are ignored, as the reference does. Types are checked by the engine. */
export type ResetParams = Readonly<Record<string, unknown>>;

export type Action =
  | { readonly type: 'list_tools'; readonly metadata?: Readonly<Record<string, unknown>> }
  | {
      readonly type: 'call_tool';
      readonly tool_name: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      readonly metadata?: Readonly<Record<string, unknown>>;
    };

/** One answer. The observation's keys are the closed set of the wire; ours go to metadata. */
export interface Outcome {
  readonly observation: Readonly<Record<string, unknown>>;
  /** The observation as JSON text, so that large ones are encoded once. */
  readonly observationJson: string;
  readonly reward: number | null;
  /** The reward as the wire shows it ('0.0', '-2', 'null'). */
  readonly rewardJson: string;
  readonly done: boolean;
  readonly metadata: Readonly<Record<string, unknown>> | undefined;
}

/** Who acts in a person's session; the same as pages see it. */
export interface ControlInfo {
  readonly holder: string | null;
  readonly sinceMs: number;
  readonly requestedBy: string | null;
  readonly requestedAtMs: number | null;
  readonly pages: { readonly id: string; readonly number: number; readonly connected: boolean }[];
}

/** What became of a session when the server was started anew; see `restoredSchema` of lib/contracts. */
export interface RestoredInfo {
  readonly from: 'database' | 'snapshot' | 'replay' | 'nothing';
  readonly steps: number;
  readonly lostCall: { readonly toolName: string | null; readonly atMs: number } | null;
  readonly problem: string | null;
}

export interface SessionInfo {
  readonly id: string;
  readonly actor: Actor;
  readonly transport: string;
  readonly scenario: string | null;
  readonly task: string | null;
  readonly taskIdx: number | null;
  readonly episodeId: string | null;
  /** Ours; null before the first reset. */
  readonly recordId: string | null;
  readonly stepCount: number;
  readonly done: boolean;
  readonly phase: 'new' | 'resetting' | 'ready' | 'running' | 'hibernated' | 'closed';
  readonly idleMs: number;
  readonly createdAtMs: number;
  readonly baseline: boolean;
  readonly restoredAtMs: number | null;
  readonly restored: RestoredInfo | null;
  readonly control: ControlInfo;
}

/** Pushed to watchers, numbered without gaps per session. */
export type SessionEvent =
  | { readonly seq: number; readonly kind: 'info'; readonly info: SessionInfo }
  | {
      readonly seq: number;
      readonly kind: 'started';
      readonly what: string;
      readonly toolName: string | null;
      readonly atMs: number;
    }
  | { readonly seq: number; readonly kind: 'step'; readonly step: StepRecord }
  | { readonly seq: number; readonly kind: 'closed'; readonly reason: EndReason };

export interface EngineSession {
  readonly id: string;
  readonly info: SessionInfo;
  /** Names the numbering of its events. */
  readonly epoch: string;
  readonly control: Control;
  readonly prepared: PreparedScenario | undefined;
  /** The same, once a session that was taken up after a restart has its episode back. @throws as `reset` */
  ready(): Promise<PreparedScenario | undefined>;
  /** @throws AppError session_busy, session_closed; EngineRefusal for what the wire answers as EXECUTION_ERROR */
  reset(params: ResetParams, signal?: AbortSignal): Promise<Outcome>;
  step(action: Action, signal?: AbortSignal): Promise<Outcome>;
  state(): { readonly episode_id: string | null; readonly step_count: number };
  /** Events after `seq` that are still held, then live ones. Returns unsubscribe. */
  watch(afterSeq: number, listener: (event: SessionEvent) => void): () => void;
  close(reason: EndReason): Promise<void>;
}

export interface EngineStats {
  readonly total_sessions: number;
  readonly max_idle_time_config: number;
  readonly cleanup_interval_config: number;
  readonly allowed_idle_sessions_config: number;
  readonly max_idle_s: number;
  readonly scenarios: Readonly<Record<string, number>>;
}

export interface Engine extends AsyncDisposable {
  /** @throws AppError capacity_reached */
  createSession(options: { readonly actor: Actor; readonly transport: string }): EngineSession;
  /**
   * A session that goes on from a step of a recorded run, in an episode of its own: a person's, or the studio's own (what_if).
   * @throws AppError not_found; conflict (the state is not kept, the scenario is gone or another), sandbox_weak,
   *   scenario_broken, capacity_reached, runtime_failed, deadline_exceeded, storage_full
   */
  fork(
    point: { readonly episodeId: string; readonly seq: number },
    owner: {
      readonly transport: string;
      readonly as?: 'fork' | 'what_if';
      /** Verdicts are hidden until its end. */
      readonly baseline?: boolean;
    },
    signal?: AbortSignal,
  ): Promise<EngineSession>;
  session(id: string): EngineSession | undefined;
  sessions(): readonly EngineSession[];
  /** A scenario's tools without a session (the first page, hover warming). @throws AppError sandbox_weak, and the host's */
  prepare(key: string, signal?: AbortSignal): Promise<PreparedScenario>;
  stats(): EngineStats;
}

/** A failure that the wire answers as EXECUTION_ERROR with exactly this message. */
export class EngineRefusal extends Error {}
