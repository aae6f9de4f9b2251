import type { Readable } from 'node:stream';
import type {
  EvidenceLink,
  StatusImport,
  TaskPlace,
  TaskSaid,
  TaskStatusEntry,
  TaskStatusName,
} from '../../../lib/contracts/task-statuses.ts';

export interface NewStatus {
  readonly tasks: readonly TaskPlace[];
  readonly status: TaskStatusName;
  readonly reason: string | null;
  readonly evidence: EvidenceLink[];
  readonly by: string;
}

/** People's word on the tasks of the packs that are here. */
export interface Tasks extends AsyncDisposable {
  /** Tasks that somebody said something of, by scenario and index; waits until a pack's change is taken in. */
  list(): Promise<readonly TaskStatusEntry[]>;
  /** Known at once; a task that is to be rechecked stays where it was. */
  isQuarantined(scenario: string, taskIdx: number): boolean;
  /** @throws AppError storage_full, pack_invalid */
  set(said: NewStatus): Promise<{ readonly changed: number; readonly unknown: number }>;
  /** Newest first, at most 100. */
  history(scenario: string, taskIdx: number): readonly TaskSaid[];
  /** JSON lines, of tasks that are not left out. */
  file(
    of: 'said' | 'all' | 'clean' | 'quarantined',
    leavesOut?: (scenario: string, taskIdx: number) => boolean,
  ): Readable;
  /** @throws AppError payload_too_large, storage_full */
  take(file: AsyncIterable<Uint8Array>): Promise<StatusImport>;
}
