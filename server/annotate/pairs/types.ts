import type {
  Fix,
  FixAttempt,
  PairCounts,
  PairFilters,
  PairSet,
  ProvenPair,
} from '../../../lib/contracts/annotation/pairs.ts';
import type { Principal } from '../../../lib/contracts/people.ts';
import type { RunTarget } from '../../../lib/contracts/runs.ts';
import type { BlindRuns } from '../types.ts';

export interface PairQuestion {
  readonly target: RunTarget;
  readonly filters: PairFilters;
  readonly blind: BlindRuns;
}

export interface Pairs {
  /** @throws AppError invalid_request (too many runs), not_found (selection), deadline_exceeded, capacity_reached */
  preview(
    question: PairQuestion,
    signal?: AbortSignal,
  ): Promise<{ readonly counts: PairCounts; readonly sample: readonly ProvenPair[] }>;
  /** @throws as `preview`; conflict (no pair), storage_full */
  make(
    question: PairQuestion & { readonly name: string; readonly project: string | null; readonly by: string },
    signal?: AbortSignal,
  ): Promise<PairSet>;
  list(project?: string): readonly PairSet[];
  /** @throws AppError not_found, blind (both verdicts of a pair stand in it) */
  get(
    id: string,
    page: { readonly offset: number; readonly limit: number },
    blind: BlindRuns,
  ): { readonly set: PairSet; readonly items: readonly ProvenPair[]; readonly total: number };
  /** @throws AppError not_found */
  remove(id: string): void;
}

export interface FixQueue {
  readonly id: string;
  readonly name: string;
  readonly project: string;
  readonly projectName: string;
}

/** What fixes need of queues. */
export interface FixWork {
  /** Open queues of the kind `fix`. */
  queues(project?: string): readonly FixQueue[];
  /** @throws AppError not_found, conflict (closed, there already) */
  send(mistake: {
    readonly queue: string;
    readonly run: string;
    readonly seq: number;
    readonly note: string;
    readonly by: Principal;
  }): Promise<void>;
  /** A person's own assignment of a fix queue; undefined: there is none such. */
  assignment(id: string, person: Principal): FixAssignment | undefined;
  /** Any assignment of a fix queue. */
  find(id: string): FixAssignment | undefined;
}

export interface FixAssignment {
  readonly id: string;
  readonly queue: string;
  readonly project: string;
  readonly item: string;
  readonly run: string;
  readonly seq: number;
  readonly note: string;
  readonly person: string;
  readonly name: string;
  readonly open: boolean;
  /** Null: not submitted. */
  readonly submittedAtMs: number | null;
}

export interface Fixes {
  queues(project?: string): readonly FixQueue[];
  /** `run`: its id, or one's own assignment of it. @throws AppError not_found, invalid_request, conflict */
  send(mistake: {
    readonly queue: string;
    readonly run: string;
    readonly seq: number;
    readonly note: string;
    readonly by: Principal;
  }): Promise<void>;
  /** Forks at the step before the mistake. @throws AppError not_found, conflict, and those of a fork */
  start(
    assignment: string,
    person: Principal,
    page: string | null,
    signal?: AbortSignal,
  ): Promise<FixAttempt>;
  attempts(assignment: string, person: Principal): readonly FixAttempt[];
  /** @throws AppError not_found, conflict (not played to its end) */
  choose(assignment: string, attempt: string, person: Principal): FixAttempt;
  /** Asks the verifiers of what was given in meanwhile. */
  list(project?: string, signal?: AbortSignal): Promise<readonly Fix[]>;
}
