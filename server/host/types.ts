import type { SqlAnswer } from '../../lib/contracts/evidence.ts';
import type { ScenarioSource } from '../dataset/types.ts';

/** The Python side as the engine sees it. Implemented by `createHost`; all frames from it are parsed as hostile input. */

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema as the reference derives it (fastapi-mcp 0.4.0), key order kept. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** The HTTP route behind a tool. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  /** First line of the route's function in the scenario's code, 1-based, where known. */
  readonly line?: number;
  /** Its last line. */
  readonly endLine?: number;
}

export interface SeedError {
  readonly table: string;
  readonly statement: string;
  readonly message: string;
}

export interface Finding {
  readonly code:
    | 'seed_error'
    | 'shadowed_route'
    | 'uncallable_tool'
    | 'trivial_verifier'
    | 'verifier_failed'
    | 'mutable_state'
    | 'nondeterministic'
    | 'import_failed'
    | 'reads_clock';
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface LogicalClock {
  /** Unix milliseconds at which the session's clocks start. */
  readonly startMs: number;
  /** Milliseconds that pass per call; 0 stands still. */
  readonly tickMs: number;
}

/** A scenario that has a zygote or can have one at once. */
export interface PreparedScenario {
  readonly key: string;
  readonly hash: string;
  readonly tools: readonly Tool[];
  /** The tools array of list_tools as JSON text, made once. */
  readonly toolsJson: string;
  readonly operations: ReadonlyMap<string, Operation>;
  /** After the seed, before the app's own create_all. Read-only file owned by us; valid until `release`. */
  readonly initialDb: string;
  /** What a session starts from: after the module ran (create_all included). Read-only file; valid until `release`. */
  readonly templateDb: string;
  /** Sessions' work folders must lie in this folder (0700, made by the host): the scenario's processes reach no other. */
  readonly sessionsDir: string;
  readonly seedErrors: readonly SeedError[];
  /** Mutable state outside the database: never hibernate, fork by replay. */
  readonly stateful: boolean;
  /** The seed reads the clock, so two templates differ. */
  readonly seedReadsClock: boolean;
  readonly findings: readonly Finding[];
  /** Milliseconds by phase; empty when all was warm. */
  readonly timings: Readonly<Record<string, number>>;
  /** server.py as the reference would write it is made by the engine from this. */
  readonly code: string;
  /** Gives the database files back to the cache. Idempotent. */
  release(): void;
}

/** Why a session process ended. */
export type ExitReason =
  | { readonly kind: 'closed' }
  | { readonly kind: 'hibernated' }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  | {
      readonly kind: 'crashed';
      readonly signal?: string;
      readonly exitCode?: number;
      readonly lastLog: string;
    }
  | { readonly kind: 'protocol'; readonly message: string }
  | { readonly kind: 'host_stopped' };

/** One tool call's end. `text` and `error` are the reference's bytes (docs/protocol.md). */
export type CallResult =
  | { readonly kind: 'ok'; readonly text: string; readonly httpStatus: number; readonly runtimeMs: number }
  /** The tool answered with an error: unknown tool, invalid arguments, status 400–599. */
  | {
      readonly kind: 'error';
      readonly error: string;
      readonly httpStatus: number | null;
      readonly runtimeMs: number;
    }
  /** The deadline passed; the process is killed. */
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'cancelled' }
  /** The process died or broke the frame rules during the call. */
  | { readonly kind: 'exited'; readonly exit: ExitReason }
  /** Over the limit (100 MiB); the call itself ran. */
  | { readonly kind: 'too_large'; readonly bytes: number };

export interface OpenSession {
  readonly sessionId: string;
  /** The only folder that the process may write: it holds the database and server.log. Made by the engine, 0700. */
  readonly workDir: string;
  /** Inside workDir. */
  readonly dbPath: string;
  readonly clock?: LogicalClock;
  /** Calls made before (for the logical clock's offset after waking). */
  readonly callsBefore: number;
  /** Seeds random and uuid; only with a clock. */
  readonly seed?: number;
  /** True when the lifespan has run already (waking from hibernation). */
  readonly resumed: boolean;
}

export interface SessionProcess {
  readonly pid: number;
  /** One at a time; the caller queues. Never rejects for what the scenario does. */
  call(
    tool: string,
    args: unknown,
    options: { deadlineMs: number; signal?: AbortSignal },
  ): Promise<CallResult>;
  /** Settles once, never rejects. */
  readonly exited: Promise<ExitReason>;
  /** Ends the process (politely, then SIGKILL within a second). Idempotent. */
  close(reason: 'closed' | 'hibernated'): Promise<void>;
}

export interface VerifierRun {
  readonly code: string;
  readonly functionName: string;
  readonly initialDb: string;
  readonly finalDb: string;
  /** Not passed where undefined (sql mode's functions take two arguments). */
  readonly finalAnswer?: string | null;
  readonly deadlineMs: number;
  /** Nobody's session waits for it: it starts after those that are waited for, and runs at low priority. */
  readonly background?: boolean;
  /** Also tells what was read and where it ended; costs a little of its speed. */
  readonly observe?: boolean;
}

/** What an observed run of a verifier tells besides. */
export interface VerifierObservation {
  readonly reads?: readonly { readonly table: string; readonly columns: readonly string[] }[] | undefined;
  /** 1-based line of the verifier's code. */
  readonly endedAtLine?: number | null | undefined;
}

export type VerifierOutcome =
  | (VerifierObservation & {
      readonly kind: 'returned';
      readonly value: unknown;
      /** The Python type of the value: JSON does not tell a tuple from a list. */
      readonly typeName?: string | undefined;
      readonly stdout: string;
      readonly ms: number;
      readonly readsClock: boolean;
    })
  | (VerifierObservation & {
      readonly kind: 'raised';
      readonly error: string;
      readonly traceback: string;
      readonly stdout: string;
      readonly ms: number;
      readonly readsClock: boolean;
    })
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | { readonly kind: 'crashed'; readonly exit: ExitReason };

/** One read-only statement over a database file, `initial` attached. */
export interface QueryRun {
  readonly database: string;
  readonly initial: string;
  readonly sql: string;
  /** Answers the plan instead of the rows. */
  readonly explain: boolean;
}

export type QueryOutcome =
  | Extract<SqlAnswer, { kind: 'rows' | 'plan' | 'refused' }>
  | { readonly kind: 'stopped'; readonly afterMs: number }
  /** Its process ended without an answer, e.g. for want of memory. */
  | { readonly kind: 'ended' };

/** What the text of a verifier tells, and the schema that it asks. */
export interface VerifierFacts {
  /** False: the code does not parse or lacks its function; nothing else is told then. */
  readonly function: boolean;
  /** Where the function begins, 1-based as all lines here. */
  readonly line: number | null;
  readonly takesAnswer: boolean;
  /** The verdict may hang on the answer. Errs towards true, as the next three do. */
  readonly usesAnswer: boolean;
  readonly readsInitial: boolean;
  readonly readsFinal: boolean;
  /** A way through its code may say complete. */
  readonly saysComplete: boolean;
  /** It asks for chance. */
  readonly drawsLots: boolean;
  readonly clockLine: number | null;
  /** Statements that name a table or column that is not there. fatal: the verifier cannot say complete after it. */
  readonly broken: readonly {
    readonly line: number;
    readonly sql: string;
    readonly error: string;
    readonly fatal: boolean;
  }[];
  /** Statements that would change the database. */
  readonly writes: readonly { readonly line: number; readonly sql: string }[];
  readonly constants: readonly (string | number)[];
}

/** One of a tool's answers to a probe. */
export interface ProbeAnswer {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Null: the call never reached the app. */
  readonly status: number | null;
  /** Its first 2,000 characters. */
  readonly text: string;
  /** Its keys named rows that do not exist. */
  readonly absent: boolean;
}

export interface Probed {
  readonly findings: readonly Finding[];
  /** One a tool and status. */
  readonly answers: readonly ProbeAnswer[];
}

/** Final states that no app would leave; see runtime/awm_runtime/audit/states.py. */
export interface StatesRun {
  readonly database: string;
  readonly constants: readonly (string | number)[];
  /** 0: without rows. The same seed gives the same state. */
  readonly seeds: readonly number[];
}

/** The sandbox layers that hold on this machine, as measured in a fork at start. */
export interface SandboxReport {
  readonly landlock: { readonly active: boolean; readonly abi?: number; readonly why?: string };
  readonly seccomp: { readonly active: boolean; readonly why?: string };
  readonly rlimits: boolean;
  readonly noNewPrivs: boolean;
  readonly namespaces: { readonly active: boolean; readonly why?: string };
}

export interface HostReport {
  readonly pid: number;
  readonly python: string;
  readonly packages: Readonly<Record<string, string>>;
  readonly sandbox: SandboxReport;
}

export interface HostStats {
  readonly zygotes: number;
  readonly sessions: number;
  readonly warming: number;
}

export interface PrepareOptions {
  readonly signal?: AbortSignal;
  readonly clock?: LogicalClock;
  readonly priority?: 'normal' | 'background';
  /** A zygote that was built at background priority stays: sessions are opened soon. */
  readonly stay?: boolean;
}

export interface Host extends AsyncDisposable {
  readonly report: HostReport;
  /** Builds the zygote if none is warm, bounded and fair. @throws AppError scenario_broken, runtime_failed, deadline_exceeded */
  prepare(source: ScenarioSource, options?: PrepareOptions): Promise<PreparedScenario>;
  /** Forks a session from the scenario's zygote (made again if it was evicted). @throws AppError runtime_failed, deadline_exceeded */
  open(prepared: PreparedScenario, session: OpenSession, signal?: AbortSignal): Promise<SessionProcess>;
  verify(run: VerifierRun, signal?: AbortSignal): Promise<VerifierOutcome>;
  /**
   * Two at once; more wait their turn.
   * @throws AppError capacity_reached where many wait, runtime_failed, deadline_exceeded where the signal aborts
   */
  query(run: QueryRun, signal?: AbortSignal): Promise<QueryOutcome>;
  /** Runtime part of `data check`: probes every tool, with and without a new fork between calls. */
  check(source: ScenarioSource, signal?: AbortSignal): Promise<readonly Finding[]>;
  /** The same, with what the tools answered. */
  probe(source: ScenarioSource, signal?: AbortSignal): Promise<Probed>;
  /**
   * Reads verifiers' code without running it, in a sandbox. @param database a file with the scenario's schema
   * @throws AppError runtime_failed, deadline_exceeded
   */
  readVerifiers(
    database: string,
    verifiers: readonly { readonly code: string; readonly functionName: string }[],
    signal?: AbortSignal,
  ): Promise<readonly VerifierFacts[]>;
  /** Database files, as bytes, one a seed. @throws AppError runtime_failed, deadline_exceeded */
  makeStates(run: StatesRun, signal?: AbortSignal): Promise<readonly Buffer[]>;
  /** Drops what was learned of a scenario whose inputs changed. */
  forget(key: string): Promise<void>;
  stats(): HostStats;
}
