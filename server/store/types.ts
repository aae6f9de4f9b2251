import type {
  ChangeSet,
  RowHistory,
  TablePage,
  TableQuery,
  TablesAnswer,
  TaskStats,
  Unavailable,
  WholeCell,
} from '../../lib/contracts/evidence.ts';

import type { AnnotationShelf } from './annotation/types.ts';
import type { Keeping } from './keeping/types.ts';
import type { RunArtifacts } from './artifacts/types.ts';
import type { AuditShelf } from './audits/types.ts';
import type { Origin } from '../../lib/contracts/runs.ts';
import type { BranchStore } from './branches/types.ts';
import type { OutcomeLibrary } from './outcomes/library.ts';
import type { TaskStatusShelf } from './outcomes/task-statuses.ts';
import type { PeopleShelf } from './people/types.ts';
import type { RunLibrary } from './runs/types.ts';
import type { VerdictsOfRuns } from './grading/verdicts-of-runs.ts';
import type { AdjudicationShelf } from './adjudication/types.ts';
import type { HiddenRuns } from './blindness/types.ts';
import type { ProjectShelf } from './projects/types.ts';
import type { TrainingShelf } from './training/types.ts';
import type { VerifierShelf } from './verifiers/types.ts';

export type { KeptVersion, TaskRun, VerifierPlace, VerifierShelf } from './verifiers/types.ts';

export type { OutcomeLibrary } from './outcomes/library.ts';
export type { TableRead } from './outcomes/reads.ts';
export type { TaskVerifiers } from './outcomes/watched-verifiers.ts';
export type { KeptStatus, TaskStatusShelf } from './outcomes/task-statuses.ts';

/** The catalog, the blobs and the recorder as the engine and the HTTP layer see them. Implemented by `createStore`. */

/** Why an episode ended; null while it runs. */
export type EndReason = 'done' | 'reset' | 'closed' | 'idle' | 'crashed' | 'server_stop';

export type Actor = 'human' | 'agent' | 'unnamed client';

/** Given at reset as `options.run`, or set later by API. */
export interface RunProvenance {
  readonly experiment?: string;
  readonly policy?: string;
  readonly checkpoint?: string;
  readonly train_step?: number;
  readonly group?: string;
  readonly sample?: number;
  readonly tags?: readonly string[];
}

export type RecordingPolicy = 'full' | 'final' | 'calls';

export interface EpisodeStart {
  /** Ours, unique: 128 bits, hex. */
  readonly id: string;
  /** The client's `episode_id`, which need not be unique. */
  readonly clientEpisodeId: string | null;
  readonly sessionId: string;
  readonly scenario: string;
  readonly pack: string;
  readonly scenarioHash: string;
  readonly taskIdx: number | null;
  readonly task: string | null;
  readonly actor: Actor;
  readonly transport: string;
  readonly run: RunProvenance;
  readonly policy: RecordingPolicy;
  /** Played with verdicts hidden until done. */
  readonly baseline: boolean;
  /** Reset options as sent (secrets removed). */
  readonly options: Readonly<Record<string, unknown>>;
  readonly initialDb: string;
  /** The session's live database, untrusted content. */
  readonly dbPath: string;
  readonly startedAtMs: number;
}

export type StepKind = 'list_tools' | 'call_tool' | 'verify' | 'done' | 'list_scenarios';

export interface StepInput {
  readonly kind: StepKind;
  readonly toolName: string | null;
  /** JSON text, numbers as the client spelled them. */
  readonly argumentsJson: string | null;
  /** The action's metadata (the agent's words): cut to 256 KB, secrets redacted. */
  readonly clientMetadata: unknown;
  readonly observationJson: string;
  readonly rewardType: string | null;
  readonly reward: number | null;
  readonly httpMethod: string | null;
  readonly httpRoute: string | null;
  readonly httpStatus: number | null;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly runtimeMs: number | null;
  /** Byte range of server.log that belongs to the step. */
  readonly logStart: number;
  readonly logEnd: number;
  /** That range's text, at most its last 64 KiB; null where nothing came or it could not be read. */
  readonly logText: string | null;
  /** False where the database cannot have moved (list_tools, verify): it is not read. */
  readonly mayWrite: boolean;
}

/** Why a session's database could not be read as it stands; the step is recorded all the same. */
export interface FileProblem {
  readonly code: 'missing' | 'not_regular' | 'too_large' | 'unreadable' | 'unstable' | 'pending_journal';
  readonly message: string;
}

export interface StepRecord extends Omit<StepInput, 'mayWrite'> {
  readonly episodeId: string;
  /** 1-based, without gaps. */
  readonly seq: number;
  /** sha256 (hex) of the whole database file. */
  readonly dbBefore: string;
  readonly dbAfter: string;
  readonly wrote: boolean;
  /** Set where dbAfter may not be what the session sees: the file was refused (then dbAfter is dbBefore) or in motion. */
  readonly problem: FileProblem | null;
  /** Null until computed in the background. */
  readonly normalisedAfter: string | null;
  /** Why there never will be one, e.g. the file is no database. */
  readonly normalisedProblem?: string | null;
  readonly tablesTouched: readonly string[] | null;
  /** Its state was made by replaying the calls, not recorded. */
  readonly reconstructed: boolean;
}

export interface EpisodeRecord extends Omit<EpisodeStart, 'initialDb' | 'dbPath'> {
  readonly endedAtMs: number | null;
  readonly endReason: EndReason | null;
  readonly steps: number;
  /** As seeded, before create_all. */
  readonly seedHash: string;
  /** As the session first saw it: the first step's dbBefore. */
  readonly initialHash: string;
  readonly finalHash: string;
  readonly finalNormalised: string | null;
  /** The last verify's outcome, if any. */
  readonly verdict: string | null;
  readonly reward: number | null;
  /** Its beginning, where it is long. */
  readonly finalAnswer: string | null;
  readonly pinned: boolean;
  /** What the recording policy kept of its snapshots; null until decided, soon after the end. */
  readonly kept: RecordingPolicy | null;
  /** The step at which the person first saw a verdict before the end; null: never. */
  readonly sawVerdictAt: number | null;
  readonly origin: Origin;
  /** The episode that it was forked from, and after which step: the steps up to there are copies of its. */
  readonly parent: { readonly id: string; readonly seq: number } | null;
  /** What an import lacked, each a sentence. */
  readonly missing: readonly string[];
}

/** Writes one episode. Synchronous: when `step` returns, a SIGKILL of this process loses nothing of it. */
export interface EpisodeRecorder {
  readonly episodeId: string;
  step(input: StepInput): StepRecord;
  verdict(
    mode: string,
    rewardType: string,
    reward: number,
    finalAnswer: string | null,
    verifierHash: string,
  ): void;
  /** Idempotent; applies the recording policy. Never throws: on a full disk the end is written when there is space. */
  end(reason: EndReason): void;
  /** Forgets the in-memory copy of the database (hibernation); the next step reads it back. */
  relax(): void;
}

/** A person's session, as far as a server that is started anew needs it. */
export interface KeptSession {
  readonly id: string;
  readonly actor: Actor;
  readonly transport: string;
  readonly createdAtMs: number;
  /** When it was last acted in. */
  readonly usedAtMs: number;
  /** Our id of the current episode; null before the first reset. */
  readonly episodeId: string | null;
  /** The data of that episode's reset, secrets removed. */
  readonly reset: Readonly<Record<string, unknown>>;
  /** The last call that began, by the number of its step. */
  readonly running: { readonly seq: number; readonly toolName: string | null; readonly atMs: number } | null;
  /** The page that held control. */
  readonly control: { readonly id: string; readonly number: number } | null;
}

/** Their open episodes are not ended when the store opens: the engine takes them up or ends them. */
export interface SessionShelf {
  /** Last used first. */
  all(): readonly KeptSession[];
  /** False where it could not be written. */
  put(session: KeptSession): boolean;
  drop(id: string): void;
}

export interface EpisodeFilter {
  readonly scenario?: string;
  readonly taskIdx?: number;
  readonly experiment?: string;
  readonly endReason?: EndReason;
  readonly sessionId?: string;
  readonly limit: number;
  /** Opaque, from the last page. */
  /** Ids of runs that are not listed. */
  readonly without?: ReadonlySet<string>;
  readonly cursor?: string;
}

/** What a check of a scenario came to. */
export interface KeptCheck {
  readonly checkedAtMs: number;
  /** Null in checks of older versions, which did not keep it. */
  readonly tools: number | null;
  readonly findings: readonly unknown[];
}

/** One state of an episode, by the step after which it was seen; 0 is the first. */
export interface RecordedState {
  readonly seq: number;
  /** sha256 (hex) of the database file. */
  readonly hash: string;
  readonly unavailable: Unavailable | null;
  /** The step is a verify: an answer may have been given with it. */
  readonly verify: boolean;
}

/** All that a verdict hangs on. */
export interface VerdictKey {
  readonly verifierHash: string;
  readonly initialHash: string;
  readonly finalHash: string;
  /** Names the final answer: its text, or the hash of a long one. */
  readonly answer: string;
  /** Counts only where the verifier reads the clock: YYYY-MM-DD. */
  readonly day: string;
}

export interface KeptVerdict {
  readonly verdict: string;
  readonly ms: number;
  /** JSON text of all that the run told, where it was asked for. */
  readonly detailJson: string | null;
}

export interface Store extends AsyncDisposable {
  /** What audits came to. */
  readonly audits: AuditShelf;
  /** What recorded states hold, row by row. */
  readonly states: StateReader;
  readonly runs: RunLibrary;
  readonly branches: BranchStore;
  /** Takes the hash and first snapshot from initialDb and dbPath. @throws AppError storage_full */
  begin(start: EpisodeStart): EpisodeRecorder;
  /** How the runs of tasks end. */
  readonly outcomes: OutcomeLibrary;
  readonly taskStatuses: TaskStatusShelf;
  readonly sessions: SessionShelf;
  /** Projects of annotation with all versions of their documents. */
  readonly projects: ProjectShelf;
  readonly adjudication: AdjudicationShelf;
  readonly verdictsOfRuns: VerdictsOfRuns;
  /** Runs that people have to label and must not know of. */
  readonly hiddenRuns: HiddenRuns;
  /** Versions of tasks' verifiers. */
  readonly verifiers: VerifierShelf;
  readonly people: PeopleShelf;
  /** Runs that come from elsewhere or go there. */
  readonly artifacts: RunArtifacts;
  /** Queues and labels of annotators. */
  readonly annotation: AnnotationShelf;
  /** What is kept of runs, and for how long. */
  readonly keeping: Keeping;
  /** Preference pairs, fixes, and exports of labels. */
  readonly training: TrainingShelf;
  /**
   * Makes the file at `dbPath` the episode's last recorded state: leaves it where it is that (`database`), else writes the
   * state there (`snapshot`). A file that could not be recorded as it was stays as it is. @throws AppError not_found
   */
  restoreFile(episodeId: string, dbPath: string): Promise<'database' | 'snapshot'>;
  /** Writes the state after a step to `dbPath` in any case; what SQLite left beside the file goes. @throws AppError not_found */
  rebuildFile(episodeId: string, seq: number, dbPath: string): Promise<void>;
  /** Whether the file is the episode's last recorded state, byte by byte. */
  isLastState(episodeId: string, dbPath: string): boolean;
  /** Goes on with an episode that has not ended, from its last state. @throws AppError not_found, conflict */
  resume(episodeId: string, dbPath: string): EpisodeRecorder;
  episode(id: string): EpisodeRecord | undefined;
  episodes(filter: EpisodeFilter): {
    readonly items: readonly EpisodeRecord[];
    readonly nextCursor: string | null;
  };
  steps(episodeId: string, range?: { readonly from: number; readonly to: number }): readonly StepRecord[];
  /** Sets provenance later, in bulk. Returns how many were changed. */
  setRun(episodeIds: readonly string[], run: RunProvenance): number;
  /** A person saw a verdict when the episode had `seq` steps; the first time counts. Not after the end. Never throws. */
  markSawVerdict(episodeId: string, seq: number): void;
  /** Pinned episodes keep every state. Returns how many were changed. */
  setPinned(episodeIds: readonly string[], pinned: boolean): number;
  /** Rebuilds the database file after a step (0 = initial as the session saw it) to a path. */
  snapshotTo(episodeId: string, seq: number, path: string): Promise<void>;
  /** Copies the database as seeded, before create_all. */
  initialTo(episodeId: string, path: string): Promise<void>;
  /** In order, from 0 on. @throws AppError not_found */
  recordedStates(episodeId: string): readonly RecordedState[];
  /** Hash of the code verifier of the episode's last verify; undefined where there was none. */
  verifiedWith(episodeId: string): string | undefined;
  verdictOf(key: VerdictKey): KeptVerdict | undefined;
  /** `readsClock`: it holds for the key's day only. @throws AppError storage_full */
  keepVerdict(key: VerdictKey, verdict: KeptVerdict, readsClock: boolean): void;
  /** Findings of `data check`, kept by scenario hash. */
  findings(scenarioHash: string): KeptCheck | undefined;
  /** `tools`: 0 where the scenario does not run. */
  setFindings(
    scenarioHash: string,
    key: string,
    checked: { readonly tools: number; readonly findings: readonly unknown[] },
  ): void;
  /** Runs and passes of the tasks that have any; counted off the event loop. @throws AppError deadline_exceeded, capacity_reached */
  taskStats(signal?: AbortSignal): Promise<readonly TaskStats[]>;
  /** Waits until background work (normalised hashes) is done; tests and shutdown. */
  settled(): Promise<void>;
}

/** A recorded state: that after a step of an episode, 0 being its first one. */
export interface StatePlace {
  readonly episodeId: string;
  readonly seq: number;
}

/** Two states of one episode, by the sequence of the step after which each was seen. */
export interface ChangesQuery {
  readonly from: number;
  readonly to: number;
  /** Only this table's rows; else the first page of every changed table. */
  readonly table?: string;
  readonly offset: number;
  readonly limit: number;
}

/**
 * Reads recorded states row by row, off the event loop; answers are cached by the states' hashes. Databases are untrusted:
 * nothing of their SQL is run (no view, no trigger, no generated column's expression beyond its value).
 * Each method @throws AppError not_found (episode, step, table, row), deadline_exceeded, capacity_reached.
 */
export interface StateReader {
  /** Starts what reads states before somebody asks: nothing is read yet. */
  warm(): void;
  changes(episodeId: string, query: ChangesQuery, signal?: AbortSignal): Promise<ChangeSet | Unavailable>;
  /** From a state of one episode to a state of another. */
  changesBetween(
    from: StatePlace,
    to: StatePlace,
    page: Omit<ChangesQuery, 'from' | 'to'>,
    signal?: AbortSignal,
  ): Promise<ChangeSet | Unavailable>;
  tables(episodeId: string, seq: number, signal?: AbortSignal): Promise<TablesAnswer>;
  tableRows(
    episodeId: string,
    table: string,
    query: TableQuery,
    signal?: AbortSignal,
  ): Promise<TablePage | Unavailable>;
  rowHistory(
    episodeId: string,
    query: { readonly table: string; readonly key: string; readonly to: number },
    signal?: AbortSignal,
  ): Promise<RowHistory>;
  cell(
    episodeId: string,
    query: { readonly table: string; readonly key: string; readonly column: string; readonly seq: number },
    signal?: AbortSignal,
  ): Promise<WholeCell>;
  /** The same of a database file that belongs to no episode (a scenario's template). */
  fileTables(path: string, signal?: AbortSignal): Promise<TablesAnswer>;
  fileRows(
    path: string,
    table: string,
    query: TableQuery,
    signal?: AbortSignal,
  ): Promise<TablePage | Unavailable>;
}

export type { HiddenRuns, HiddenSet } from './blindness/types.ts';
