import type {
  Deletion,
  DeletionPreview,
  ExperimentBytes,
  KeepingDryRun,
  KeepingRule,
} from '../../../lib/contracts/keeping.ts';

/** Deleting runs and keeping them. Work on many is done in turns of a few milliseconds. */
export interface Keeping {
  preview(ids: readonly string[], signal?: AbortSignal): Promise<DeletionPreview>;
  /** Those that are kept in any case stay. @throws AppError storage_full */
  delete(ids: readonly string[], by: string): Promise<Deletion>;
  deletions(): readonly Deletion[];
  /** Returns how many came back; what a rule deleted comes back pinned. @throws AppError not_found where they are gone for good */
  undo(deletion: string): Promise<number>;
  /** Settles when nothing that was deleted waits to be gone for good; tests. */
  purgeNow(): Promise<void>;
  experiments(signal?: AbortSignal): Promise<readonly ExperimentBytes[]>;
  rule(experiment: string | null): KeepingRule | undefined;
  /** @throws AppError storage_full */
  setRule(rule: KeepingRule): void;
  dryRun(rule: KeepingRule, signal?: AbortSignal): Promise<KeepingDryRun>;
  /** Applies all rules. Never throws. */
  applyRules(): Promise<void>;
}
