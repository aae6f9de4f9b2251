import type { Dataset } from '../../dataset/types.ts';
import type { CallResult, Host, LogicalClock, PreparedScenario } from '../../host/types.ts';
import type { SessionDeps } from '../session-deps.ts';

export interface ReplayDeps extends Pick<
  SessionDeps,
  'sessionsDir' | 'toolTimeoutMs' | 'readyTimeoutMs' | 'refuse' | 'log'
> {
  readonly host: Pick<Host, 'prepare' | 'open'>;
  readonly dataset: Pick<Dataset, 'find' | 'source'>;
}

export interface ReplayCall {
  /** Names the call to `onStep`; need not be without gaps. */
  readonly seq: number;
  readonly tool: string;
  readonly args: unknown;
  /** Its process ended with it when it was recorded: it is not made again, but the process is ended. */
  readonly killed?: boolean;
}

/** Where the calls are made. The database is written by untrusted code: read it without following links. */
export interface ReplayPlace {
  readonly dbPath: string;
  readonly prepared: PreparedScenario;
}

export interface ReplayedStep extends ReplayPlace {
  readonly seq: number;
  readonly result: CallResult | { readonly kind: 'not_called' };
  /** Unix milliseconds by the session's clocks (the logical one, where it has one). */
  readonly startMs: number;
  readonly endMs: number;
}

export interface ReplayRequest {
  /** Key of a scenario that is served. */
  readonly scenario: string;
  /** Writes the database to start from to the path, which does not exist yet; absent: a copy of the scenario's template. */
  readonly writeDb?: (path: string) => Promise<void>;
  readonly calls: readonly ReplayCall[];
  readonly clock?: LogicalClock;
  /** Only with a clock. */
  readonly seed?: number;
  /** Before the first call. */
  readonly onStart?: (place: ReplayPlace) => void | Promise<void>;
  /**
   * After each call, in order; the next one waits for it. After a killed one that was not called the database may be
   * written anew here: no process has it open. `false`, or a promise of it, stops.
   */
  readonly onStep: (step: ReplayedStep) => unknown;
  readonly signal: AbortSignal;
}
