import type { DatasetExport } from '../../../lib/contracts/annotation/datasets.ts';
import type { FixProof, PairSet, ProvenPair } from '../../../lib/contracts/annotation/pairs.ts';

export type NewPairSet = Omit<PairSet, 'runsHash'>;

/** Pairs as they stood when they were made. Writing @throws AppError storage_full */
export interface PairShelf {
  add(set: NewPairSet, runs: readonly string[], pairs: Iterable<ProvenPair>): PairSet;
  /** Newest first; of one project where it is named. */
  list(project?: string): readonly PairSet[];
  get(id: string): PairSet | undefined;
  page(id: string, offset: number, limit: number): readonly ProvenPair[];
  /** Whether a run that is asked for is in one of its pairs. */
  holds(id: string, isAskedFor: (run: string) => boolean): boolean;
  /** Returns whether there was one. */
  remove(id: string): boolean;
}

/** What a verifier said of a fix. */
export interface KeptProof {
  readonly proof: FixProof;
  readonly verdict: string | null;
  readonly verifierHash: string | null;
  readonly message: string | null;
}

export interface KeptFix {
  readonly id: string;
  readonly assignment: string;
  readonly person: string;
  /** The run that went wrong, and the step there. */
  readonly run: string;
  readonly seq: number;
  /** The fork's episode and session. */
  readonly fork: string;
  readonly session: string;
  readonly atMs: number;
  readonly chosen: boolean;
  /** Null: the verifier was not asked yet. */
  readonly proof: KeptProof | null;
}

/** Attempts at putting mistakes right. Writing @throws AppError storage_full */
export interface FixShelf {
  add(fix: Omit<KeptFix, 'chosen' | 'proof'>): void;
  ofAssignment(assignment: string): readonly KeptFix[];
  /** Those that are given in with their assignments, newest first. */
  chosen(): readonly KeptFix[];
  /** The one attempt of its assignment that is given in. */
  choose(id: string): void;
  setProof(id: string, proof: KeptProof): void;
}

/** Exports that were made, and what pseudonyms are made with. Writing @throws AppError storage_full */
export interface ExportShelf {
  put(made: DatasetExport): void;
  list(project?: string): readonly DatasetExport[];
  get(id: string): DatasetExport | undefined;
  remove(id: string): boolean;
  /** 32 bytes, made when first asked for; '' for what belongs to no project. */
  secret(project: string): Uint8Array;
}

export interface TrainingShelf {
  readonly pairs: PairShelf;
  readonly fixes: FixShelf;
  readonly exports: ExportShelf;
}
