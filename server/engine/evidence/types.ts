import type {
  ScenarioCode,
  SqlAnswer,
  TablePage,
  TableQuery,
  TablesAnswer,
  TaskDetail,
  Unavailable,
  VerdictDetail,
  VerdictLane,
} from '../../../lib/contracts/evidence.ts';
import type { Dataset, VerifierMode } from '../../dataset/types.ts';
import type { Host } from '../../host/types.ts';
import type { StateReader, Store } from '../../store/types.ts';

/** What the evidence needs of the rest of the server. */
export interface EvidenceDeps {
  readonly store: Pick<
    Store,
    | 'episode'
    | 'initialTo'
    | 'keepVerdict'
    | 'markSawVerdict'
    | 'recordedStates'
    | 'snapshotTo'
    | 'steps'
    | 'verdictOf'
    | 'verifiedWith'
  >;
  readonly states: Pick<StateReader, 'fileTables' | 'fileRows'>;
  readonly dataset: Pick<Dataset, 'find' | 'source' | 'verifier'>;
  readonly host: Pick<Host, 'prepare' | 'query' | 'verify'>;
  /** Why code that is not trusted may not run on this server, if it may not. */
  readonly refuse?: (scenario: { readonly trusted: boolean }) => string | undefined;
  readonly verifierTimeoutMs: number;
  /** For rebuilt states; its own, removed at the end. */
  readonly filesDir: string;
}

export interface SqlQuestion {
  readonly seq: number;
  readonly sql: string;
  readonly explain: boolean;
}

/** What a verifier of a task reads of a state. */
export interface VerifierReads {
  /** Of the one that was run, as it is today; null: there is none to run. */
  readonly verifierHash: string | null;
  /** As SQLite's authorizer says, columns empty where only rows were counted; null: it could not be told. */
  readonly reads: readonly { readonly table: string; readonly columns: readonly string[] }[] | null;
}

/**
 * What stands behind an episode's states and a scenario, for people who look into them.
 * Each method @throws AppError not_found for what is not there.
 */
export interface Evidence extends AsyncDisposable {
  /** @throws AppError capacity_reached, runtime_failed, deadline_exceeded */
  sql(episodeId: string, question: SqlQuestion, signal?: AbortSignal): Promise<SqlAnswer>;
  /** What is known within a moment; the rest is run in the background while somebody keeps asking. */
  verdicts(episodeId: string, signal?: AbortSignal): Promise<VerdictLane>;
  /** @throws AppError forbidden (baseline play), sandbox_weak, deadline_exceeded, runtime_failed */
  verdict(episodeId: string, seq: number, signal?: AbortSignal): Promise<VerdictDetail>;
  /** Runs it where that is not known. @throws AppError as verdict does */
  reads(episodeId: string, seq: number, mode: VerifierMode, signal?: AbortSignal): Promise<VerifierReads>;
  source(key: string, signal?: AbortSignal): Promise<ScenarioCode>;
  task(key: string, taskIdx: number): Promise<TaskDetail>;
  /** As a session first sees them. @throws AppError sandbox_weak, scenario_broken, and the host's */
  scenarioTables(key: string, signal?: AbortSignal): Promise<TablesAnswer>;
  scenarioRows(
    key: string,
    table: string,
    query: TableQuery,
    signal?: AbortSignal,
  ): Promise<TablePage | Unavailable>;
}
