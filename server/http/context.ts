import type { TaskStats } from '../../lib/contracts/evidence.ts';
import type { Access, Accounts, People } from '../access/index.ts';
import type { Blindness, Looks, Projects, Training } from '../annotate/index.ts';
import type { Adjudication } from '../annotate/adjudication/index.ts';
import type { VerifierGrading } from '../annotate/grading/index.ts';
import type { Labelling } from '../annotate/labelling/index.ts';
import type { QueueDesk } from '../annotate/queues/index.ts';
import type { Agreement } from '../annotate/agreement/index.ts';
import type { PackInfo, ScenarioSummary } from '../dataset/types.ts';
import type { Branches } from '../engine/branches/types.ts';
import type { Artifacts } from '../engine/artifacts/types.ts';
import type { Audits } from '../engine/audits/index.ts';
import type { Evidence } from '../engine/evidence/types.ts';
import type { Jobs } from '../engine/jobs/types.ts';
import type { Tasks } from '../engine/tasks/types.ts';
import type { StateSearch } from '../engine/state-search/types.ts';
import type { Engine } from '../engine/types.ts';
import type { Workbench } from '../engine/workbench/types.ts';
import type { Finding, HostReport, HostStats } from '../host/types.ts';
import type { Keeping } from '../store/keeping/types.ts';
import type { RunLibrary } from '../store/runs/types.ts';
import type { OutcomeLibrary } from '../store/types.ts';
import type { EpisodeFilter, EpisodeRecord, RunProvenance, StateReader, StepRecord } from '../store/types.ts';

/** What the HTTP handlers may reach. The store and the host stand behind the engine: here are only the questions asked of them. */
export interface HttpContext {
  readonly access: Access;
  readonly people: People;
  /** Undefined where nobody signs in. */
  readonly accounts: Accounts | undefined;
  readonly blindness: Blindness;
  readonly looks: Pick<Looks, 'note'>;
  readonly projects: Projects;
  readonly adjudication: Adjudication;
  readonly grading: VerifierGrading;
  readonly training: Training;
  readonly agreement: Agreement;
  readonly engine: Engine;
  readonly scenarios: ScenarioReader;
  readonly episodes: EpisodePort;
  readonly states: StateReader;
  readonly evidence: Evidence;
  readonly branches: Branches;
  readonly audits: Audits;
  readonly jobs: Jobs;
  readonly workbench: Workbench;
  readonly artifacts: Artifacts;
  readonly keeping: Keeping;
  readonly tasks: Tasks;
  readonly outcomes: OutcomeLibrary;
  readonly runs: RunLibrary;
  readonly stateSearch: StateSearch;
  readonly queues: QueueDesk;
  readonly labelling: Labelling;
  /** What the Python side reported at its start, and how it is now. */
  readonly runtime: () => { readonly report: HostReport; readonly stats: HostStats };
  readonly config: HttpConfig;
}

export interface ScenarioReader {
  list(): readonly ScenarioSummary[];
  find(name: string): ScenarioSummary | undefined;
  packs(): readonly PackInfo[];
  /** Undefined: not checked yet. */
  findings(key: string):
    | {
        readonly checkedAtMs: number;
        readonly tools: number | null;
        readonly findings: readonly Finding[];
      }
    | undefined;
}

export interface EpisodePort {
  episode(id: string): EpisodeRecord | undefined;
  episodes(filter: EpisodeFilter): {
    readonly items: readonly EpisodeRecord[];
    readonly nextCursor: string | null;
  };
  steps(episodeId: string, range: { readonly from: number; readonly to: number }): readonly StepRecord[];
  setRun(episodeIds: readonly string[], run: RunProvenance): number;
  taskStats(signal?: AbortSignal): Promise<readonly TaskStats[]>;
}

export interface HttpConfig {
  readonly version: string;
  /** Where people reach the studio, without a slash at the end, where that is known: else requests say it. */
  readonly publicUrl: string | undefined;
  /** Strangers may save verifiers that new sessions are graded by. */
  readonly saveVerifiers: boolean;
  readonly maxSessions: number;
  readonly maxIdleMs: number;
  readonly toolTimeoutMs: number;
  readonly readyTimeoutMs: number;
  readonly verifierTimeoutMs: number;
  /** Sentences for `/api/health`: what does not hold here. */
  readonly warnings: readonly string[];
}
