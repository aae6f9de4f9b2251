import type { Catalog } from '../catalog.ts';
import { storageError } from '../storage-error.ts';
import {
  evidenceSchema,
  taskHashesSchema,
  taskStatusSchema,
  type TaskHashes,
  type TaskSaid,
} from '../../../lib/contracts/task-statuses.ts';
import type { TaskStatusRow } from '../schema.ts';

/** One word on a task as it was when it was said. */
export interface KeptStatus extends TaskSaid {
  readonly scenario: string;
  readonly taskIdx: number;
  /** Over `hashes`. */
  readonly hash: string;
  readonly hashes: TaskHashes;
  /** Of the scenario in its pack; null where it came from a file. */
  readonly fingerprint: string | null;
}

/** What has been said of tasks; nothing is ever taken away. */
export interface TaskStatusShelf {
  /** The last word on each task as it was then, in the order of being said. */
  current(): readonly KeptStatus[];
  /** Newest first, at most 100. */
  history(scenario: string, taskIdx: number): readonly KeptStatus[];
  /** All or nothing. @throws AppError storage_full */
  add(statuses: readonly KeptStatus[]): void;
}

const HISTORY = 100;

export function createTaskStatusShelf(catalog: Catalog, homeDir: string): TaskStatusShelf {
  const { raw } = catalog;
  const insert = raw.prepare<
    [string, number, string, string, string | null, string, string | null, string, string, number]
  >(
    `INSERT INTO task_statuses (scenario, task_idx, hash, hashes, fingerprint, status, reason, evidence, by, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const current = raw.prepare<[], TaskStatusRow>(
    `SELECT * FROM task_statuses WHERE n IN
       (SELECT max(n) FROM task_statuses GROUP BY scenario, task_idx, hash) ORDER BY n`,
  );
  return {
    current: () => current.all().map(kept),
    history: (scenario, taskIdx) =>
      catalog
        .all(
          catalog.query
            .selectFrom('task_statuses')
            .selectAll()
            .where('scenario', '=', scenario)
            .where('task_idx', '=', taskIdx)
            .orderBy('n', 'desc')
            .limit(HISTORY),
        )
        .map(kept),
    add(statuses) {
      try {
        raw
          .transaction(() => {
            for (const each of statuses) {
              const { scenario, taskIdx, hash, hashes, fingerprint, status, reason, evidence, by, atMs } =
                each;
              const told = [JSON.stringify(hashes), fingerprint, status, reason] as const;
              insert.run(scenario, taskIdx, hash, ...told, JSON.stringify(evidence), by, atMs);
            }
          })
          .immediate();
      } catch (error) {
        throw storageError(error, homeDir);
      }
    },
  };
}

function kept(row: TaskStatusRow): KeptStatus {
  return {
    scenario: row.scenario,
    taskIdx: row.task_idx,
    hash: row.hash,
    hashes: taskHashesSchema.parse(JSON.parse(row.hashes)),
    fingerprint: row.fingerprint,
    status: taskStatusSchema.parse(row.status),
    reason: row.reason,
    evidence: evidenceSchema.parse(JSON.parse(row.evidence)),
    by: row.by,
    atMs: row.at,
  };
}
