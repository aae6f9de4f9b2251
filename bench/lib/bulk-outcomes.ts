import { hash } from 'node:crypto';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import type { EndRow } from '../../lib/domain/end-rows.ts';
import { NO_STEP } from '../../server/store/outcomes/flags.ts';
import { versionOf } from '../../server/store/outcomes/settle-runs.ts';

/** Rows that an end changes. */
const ROWS = 40;

export interface BulkOutcomes {
  readonly scenario: string;
  readonly taskIdx: number;
  /** Distinct ends; half of the runs share the first. */
  readonly ends: number;
}

/** Makes all runs of a home's catalog runs of one task, as if each had been settled. */
export function insertOutcomes(homeDir: string, { scenario, taskIdx, ends }: BulkOutcomes): void {
  using owned = new DisposableStack();
  const db = owned.adopt(new Database(join(homeDir, 'catalog.db')), (open) => open.close());
  const task = 'Pay what is due';
  db.transaction(() => {
    db.prepare('UPDATE episodes SET scenario = ?, task_idx = ?, task = ?').run(scenario, taskIdx, task);
    db.exec('DELETE FROM outcome_runs; DELETE FROM outcome_counts; DELETE FROM outcome_tasks;');
    const { id } = db
      .prepare<[string, number, string], { id: number }>(
        `INSERT INTO outcome_tasks (scenario, task_idx, version, last_episode, vacuous)
         SELECT ?, ?, ?, max(n), 0 FROM episodes RETURNING id`,
      )
      .get(scenario, taskIdx, versionOf('h', task)) ?? { id: 0 };
    const insertEnd = db.prepare<[string, number, Buffer]>(
      'INSERT INTO end_states (hash, changed, rows) VALUES (?, ?, ?)',
    );
    const states = Array.from({ length: ends }, (_, end) => {
      const bytes = zstdCompressSync(JSON.stringify(rowsOf(end)));
      return Number(insertEnd.run(hash('sha256', `end ${end}`, 'hex'), ROWS, bytes).lastInsertRowid);
    });
    // Ends get rarer one by one.
    const stateOf = (n: number) =>
      states[n % 2 === 0 ? 0 : Math.floor((((n * 7919) % 1_000) / 1_000) ** 2 * ends)] ?? 0;
    const insertRun = db.prepare(
      'INSERT INTO outcome_runs (task, state, episode, verdict, step, flags) VALUES (?, ?, ?, ?, ?, 0)',
    );
    const runs = db
      .prepare<[], { n: number; verdict: string | null; train_step: number | null }>(
        'SELECT n, verdict, train_step FROM episodes ORDER BY n',
      )
      .all();
    for (const { n, verdict, train_step: step } of runs)
      insertRun.run(id, stateOf(n), n, verdict ?? '', step ?? NO_STEP);
    db.exec(`UPDATE run_facts SET end_state =
      (SELECT hash FROM outcome_runs AS r JOIN end_states ON id = state WHERE r.episode = run_facts.episode);
      DELETE FROM outcome_pending; DELETE FROM facts_pending;`);
  })();
}

function rowsOf(end: number): EndRow[] {
  return Array.from({ length: ROWS }, (_, row) => {
    const now = row === ROWS - 1 ? `paid ${end}` : 'paid';
    return {
      line: `~ orders ${row} status ${now}`,
      kind: 'changed',
      table: 'orders',
      key: String(row),
      label: `Order ${row}`,
      cells: [{ column: 'status', was: 'open', now }],
    };
  });
}
