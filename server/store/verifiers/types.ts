import type { Actor } from '../types.ts';
import type { LabelOutcome } from '../../../lib/contracts/runs.ts';
import type { VerifierListItem, VerifierMode } from '../../../lib/contracts/workbench.ts';

/** One verifier of one task. */
export interface VerifierPlace {
  readonly scenario: string;
  readonly taskIdx: number;
  readonly mode: VerifierMode;
}

export interface KeptVersion {
  readonly version: number;
  readonly from: 'pack' | 'saved';
  readonly hash: string;
  readonly code: string;
  readonly by: string | null;
  readonly atMs: number;
  readonly note: string | null;
}

export interface VersionInUse {
  readonly version: number;
  readonly hash: string;
  readonly code: string;
  /** Hash of the pack's verifier that it took the place of. */
  readonly packHash: string;
}

/** A run as the workbench lists it. */
export interface TaskRun {
  /** Order of beginning. */
  readonly n: number;
  readonly id: string;
  readonly actor: Actor;
  readonly policy: string | null;
  readonly experiment: string | null;
  readonly trainStep: number | null;
  readonly group: string | null;
  readonly parentId: string | null;
  readonly ended: boolean;
  /** What the last verify of the mode said, its reward and its verifier. */
  readonly verdict: string | null;
  readonly reward: number | null;
  readonly verifierHash: string | null;
  /** Of all people who labelled it; null: none, `mixed`: not one word. */
  readonly label: LabelOutcome | 'mixed' | null;
  readonly answer: string | null;
}

/** What a list of verifiers is made of; `mode`s without saved versions are left to the caller. */
export type VerifierTaskCount = Omit<VerifierListItem, 'task' | 'modes'>;

/** Versions of verifiers, and what is kept of their tries. Writing @throws AppError storage_full */
export interface VerifierShelf {
  /** Oldest first, without their code where `code` is not asked for. */
  versions(place: VerifierPlace): readonly KeptVersion[];
  version(place: VerifierPlace, version: number): KeptVersion | undefined;
  /** Adds a version after the last one and says its number. */
  add(place: VerifierPlace, version: Omit<KeptVersion, 'version'>): number;
  inUse(place: VerifierPlace): VersionInUse | undefined;
  use(
    place: VerifierPlace,
    chosen: { readonly version: number; readonly packHash: string; readonly by: string },
  ): void;
  /** The pack's own verifier is in use again. */
  release(place: VerifierPlace): void;
  /** Verifiers with a version of their own in use, or saved. */
  kept(): readonly (VerifierPlace & { readonly versions: number })[];
  /** In order of beginning, what-ifs left out; a page from after `n`. */
  runs(place: VerifierPlace, page: { readonly after: number; readonly limit: number }): readonly TaskRun[];
  /** Named runs of the task only. */
  runsNamed(place: VerifierPlace, ids: readonly string[]): readonly TaskRun[];
  /** True stands for held out. */
  halves(scenario: string, taskIdx: number): ReadonlyMap<string, boolean>;
  addHalves(scenario: string, taskIdx: number, halves: ReadonlyMap<string, boolean>): void;
  looks(scenario: string, taskIdx: number): number;
  addLook(scenario: string, taskIdx: number): number;
  /** What today's verifier says of the ends of runs. */
  setRegraded(verdicts: ReadonlyMap<string, string>): void;
  /** Runs, labels and disagreements of every task that has runs. @throws AppError deadline_exceeded, capacity_reached */
  counts(signal?: AbortSignal): Promise<readonly VerifierTaskCount[]>;
}
