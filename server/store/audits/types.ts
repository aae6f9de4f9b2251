import type { BaselineEntry } from '../../../lib/contracts/audits.ts';

export interface KeptAudit {
  readonly scenarioHash: string;
  readonly scenario: string;
  readonly atMs: number;
  readonly result: unknown;
}

/** A run in evidence: its id, and the step where there is one. */
export interface SeenIn {
  readonly run: string;
  readonly seq: number | null;
}

/** What recorded runs say against scenarios and verifiers. Only ended runs are looked at, and none made up by the studio. */
export interface RunFaults {
  /** Answers whose reward class and status do not agree. */
  readonly misclassed: readonly {
    readonly scenario: string;
    readonly tool: string;
    readonly status: number;
    readonly rewardType: string;
    readonly count: number;
    readonly seen: readonly SeenIn[];
  }[];
  /** Agents' runs that asked for a verdict and then called a tool. */
  readonly peeked: readonly {
    readonly scenario: string;
    readonly taskIdx: number | null;
    readonly count: number;
    readonly seen: readonly SeenIn[];
  }[];
  /** Runs of which people and the code verifier say otherwise; `label` is people's word. */
  readonly disputed: readonly {
    readonly scenario: string;
    readonly taskIdx: number;
    readonly label: 'complete' | 'not_complete';
    readonly count: number;
    readonly seen: readonly SeenIn[];
  }[];
  /** Tools that were called in 3 runs or more with 5 different arguments or more, and never with success. */
  readonly failing: readonly {
    readonly scenario: string;
    readonly tool: string;
    readonly count: number;
    readonly runs: number;
    readonly seen: readonly SeenIn[];
  }[];
}

export interface AuditShelf {
  /** Of this version of the audit. */
  all(version: number): readonly KeptAudit[];
  /** @throws AppError storage_full */
  keep(version: number, audit: KeptAudit): void;
  baseline(): readonly BaselineEntry[];
  /** @throws AppError storage_full */
  accept(entries: readonly BaselineEntry[]): void;
  /** Returns how many there were. */
  drop(fingerprints: readonly string[]): number;
  clearBaseline(): void;
  /** Counted off the event loop. @throws AppError deadline_exceeded, capacity_reached */
  runFaults(signal?: AbortSignal): Promise<RunFaults>;
}
