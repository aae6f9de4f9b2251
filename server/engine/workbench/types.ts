import type { Job } from '../../../lib/contracts/jobs.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import type {
  CodeCheck,
  PackPatch,
  TaskVerifier,
  TryDetail,
  TryRows,
  TrySummary,
  VerifierListItem,
  VerifierMode,
} from '../../../lib/contracts/workbench.ts';
import type { Host } from '../../host/types.ts';
import type { VerifierShelf } from '../../store/types.ts';
import type { JudgeSettings, Verify } from '../../verify/index.ts';
import type { EvidenceDeps } from '../evidence/types.ts';
import type { Jobs } from '../jobs/types.ts';
import type { VersionedDataset } from './active-verifiers.ts';

export interface WorkbenchDeps {
  readonly store: EvidenceDeps['store'] & { readonly verifiers: VerifierShelf };
  readonly runs: {
    /** @throws AppError not_found for a selection that is gone */
    resolve(target: RunTarget): readonly string[];
    /** A run's row changed. */
    touch(id: string): void;
  };
  readonly dataset: VersionedDataset;
  readonly host: Pick<Host, 'verify'>;
  readonly jobs: Jobs;
  readonly verify: Verify;
  readonly judge: JudgeSettings;
  /** Why code that is not trusted may not run on this server, if it may not. */
  readonly refuse?: (scenario: { readonly trusted: boolean }) => string | undefined;
  readonly verifierTimeoutMs: number;
  /** For rebuilt states; its own, removed at the end. */
  readonly filesDir: string;
}

/** Whether it may be saved depends on who asks: who knows that adds `canSave`. */
export type TaskVerifierState = Omit<TaskVerifier, 'canSave'>;

export interface TaskKey {
  readonly key: string;
  readonly taskIdx: number;
}

export interface Draft {
  readonly mode: VerifierMode;
  readonly code: string;
}

export interface TryQuestion extends Draft {
  readonly before: number;
  readonly target?: RunTarget;
  readonly run?: string;
  readonly judge: boolean;
}

/** A task's verifiers: versions, drafts and what they say of recorded runs. Each method @throws AppError not_found */
export interface Workbench extends AsyncDisposable {
  list(signal?: AbortSignal): Promise<readonly VerifierListItem[]>;
  task(task: TaskKey, mode: VerifierMode): Promise<TaskVerifierState>;
  code(
    task: TaskKey,
    mode: VerifierMode,
    version: number,
  ): Promise<{ version: number; hash: string; code: string }>;
  /** @throws AppError forbidden, invalid_request (code that does not compile), conflict (too many versions) */
  save(
    task: TaskKey,
    draft: Draft & { readonly note: string | null; readonly use: boolean },
    by: string,
  ): Promise<{ saved: number; verifier: TaskVerifierState; job: string | null }>;
  /** @throws AppError forbidden */
  use(
    task: TaskKey,
    chosen: { readonly mode: VerifierMode; readonly version: number },
    by: string,
  ): Promise<{ verifier: TaskVerifierState; job: string | null }>;
  /** @throws AppError sandbox_weak */
  check(task: TaskKey, draft: Draft, signal?: AbortSignal): Promise<CodeCheck>;
  /** @throws AppError sandbox_weak, capacity_reached, invalid_request */
  try(task: TaskKey, question: TryQuestion): Promise<Job>;
  /** Whose verifier was tried. */
  taskOf(tryId: string): TaskKey;
  rows(tryId: string, after: number): TryRows;
  detail(tryId: string, run: string, of: 'before' | 'after', signal?: AbortSignal): Promise<TryDetail>;
  lookAtHeldOut(tryId: string): TrySummary;
  corrections(tryId: string, format: 'jsonl' | 'csv'): { readonly text: string; readonly fileName: string };
  patch(task: TaskKey, draft: Draft): Promise<PackPatch>;
  reverify(target: RunTarget): Job;
}
