import type { JsonObject } from '../contracts/pydantic.ts';

export type { JsonObject } from '../contracts/pydantic.ts';

export interface ConnectOptions {
  /** Attaches to a session made by `openenv/session/create`. */
  readonly sessionId?: string;
  /** 10 s by default. */
  readonly connectTimeoutMs?: number;
  /** For each call, unless it has its own; 60 s by default. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

export interface CallOptions {
  readonly timeoutMs?: number;
  /** Gives up waiting; the server may still run the call. */
  readonly signal?: AbortSignal;
}

export interface ToolCallOptions extends CallOptions {
  /** Kept with the step: the agent's own words, token counts and the like. */
  readonly metadata?: JsonObject;
}

/** What `reset` takes; `options` are this server's own. Others are ignored by the server. */
export interface ResetParams {
  readonly scenario?: string;
  readonly task_idx?: number;
  readonly task?: string;
  readonly episode_id?: string;
  readonly reward_config?: Readonly<Record<string, number>>;
  readonly options?: JsonObject;
  readonly [name: string]: unknown;
}

/** The closed set of the wire's observation; each key is absent where it says nothing. */
export interface Observation {
  readonly reward_type?: string;
  readonly scenario?: string;
  readonly task?: string;
  readonly task_idx?: number;
  readonly has_verifier?: JsonObject;
  readonly num_tools?: number;
  readonly tool_name?: string;
  /** The tool's answer as text, mostly JSON. */
  readonly tool_result?: string;
  readonly error?: string;
  readonly warning?: string;
  readonly verify_result?: JsonObject;
  readonly steps_taken?: number;
  readonly scenarios?: readonly unknown[];
  readonly total?: number;
  readonly trajectory_path?: string;
  readonly session_dir?: string;
  readonly tools?: readonly Tool[];
}

export interface StepResult {
  readonly observation: Observation;
  readonly reward: number | null;
  readonly done: boolean;
  /** What this server adds to the protocol; `{}` from others. */
  readonly metadata: JsonObject;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

export interface State {
  readonly episode_id: string | null;
  readonly step_count: number;
}

export interface VerifyOptions extends CallOptions {
  /** `code` by default. */
  readonly mode?: 'code' | 'sql';
  readonly finalAnswer?: string;
}

export interface DoneOptions extends CallOptions {
  /** Keeps the session's folder on the server; the result names it. */
  readonly keepSession?: boolean;
}
