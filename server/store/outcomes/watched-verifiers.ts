import type { Database, Statement } from 'better-sqlite3';
import { PASS } from './flags.ts';
import type { TableRead } from './reads.ts';

/** Ends of passes that a verifier's reads are taken from. */
const OBSERVED_ENDS = 12;

/** A pass of which it is not known what one of its task's verifiers reads. */
export interface UnreadPass {
  readonly episodeId: string;
  readonly scenario: string;
  readonly steps: number;
  readonly mode: 'code' | 'sql';
  readonly verifierHash: string;
  readonly state: number;
}

/** Hashes of a task's verifiers as the pack has them; null: it has none. */
export interface TaskVerifiers {
  readonly code: string | null;
  readonly sql: string | null;
}

/** What is known of the verifiers of tasks: which they are, what they read of passes, whether they are true of the seed. */
export class WatchedVerifiers {
  readonly #unobserved: Statement<[string], UnreadPass>;
  readonly #keepReads: Statement<[string, number, string | null]>;
  readonly #staleByVerifier: Statement<[string]>;
  readonly #known: Statement<[string, number], TaskVerifiers>;
  readonly #set: Statement<[string, number, string | null, string | null]>;
  readonly #staleTask: Statement<[string, number]>;
  readonly #setVacuous: Statement<[number, string, number]>;
  readonly #vacuousOf: Statement<[string], { task_idx: number; vacuous: number | null }>;

  constructor(raw: Database) {
    this.#unobserved = raw.prepare(
      `SELECT e.id AS episodeId, e.steps, v.mode, v.hash AS verifierHash, t.scenario, c.state
       FROM outcome_tasks AS t JOIN outcome_verifiers AS v ON v.task = t.id
         JOIN outcome_counts AS c ON c.task = t.id AND c.verdict = '${PASS}' AND c.state <> 0
         JOIN outcome_runs AS r ON r.task = t.id AND r.state = c.state AND r.verdict = '${PASS}'
         JOIN episodes AS e ON e.n = r.episode AND e.kept IN ('full', 'final')
       WHERE NOT EXISTS (SELECT 1 FROM verifier_reads AS known
           WHERE known.verifier_hash = v.hash AND known.state = c.state)
         AND (SELECT count(*) FROM verifier_reads AS known WHERE known.verifier_hash = v.hash)
           < ${OBSERVED_ENDS}
         AND v.hash NOT IN (SELECT value FROM json_each(?))
       LIMIT 1`,
    );
    this.#keepReads = raw.prepare(
      'INSERT OR REPLACE INTO verifier_reads (verifier_hash, state, tables) VALUES (?, ?, ?)',
    );
    this.#staleByVerifier = raw.prepare(
      `UPDATE outcome_tasks SET stale = max(stale, 1)
       WHERE id IN (SELECT task FROM outcome_verifiers WHERE hash = ?)`,
    );
    this.#known = raw.prepare('SELECT code, sql FROM task_verifiers WHERE scenario = ? AND task_idx = ?');
    this.#set = raw.prepare(
      `INSERT INTO task_verifiers (scenario, task_idx, code, sql) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET code = excluded.code, sql = excluded.sql`,
    );
    this.#staleTask = raw.prepare(
      'UPDATE outcome_tasks SET stale = max(stale, 1) WHERE scenario = ? AND task_idx = ?',
    );
    this.#vacuousOf = raw.prepare('SELECT task_idx, vacuous FROM outcome_tasks WHERE scenario = ?');
    this.#setVacuous = raw.prepare(
      'UPDATE outcome_tasks SET vacuous = ?, stale = max(stale, 1) WHERE scenario = ? AND task_idx = ?',
    );
  }

  unobserved(without: readonly string[]): UnreadPass | undefined {
    return this.#unobserved.get(JSON.stringify(without));
  }

  keepReads(verifierHash: string, state: number, reads: readonly TableRead[] | null): void {
    this.#keepReads.run(verifierHash, state, reads === null ? null : JSON.stringify(reads));
    this.#staleByVerifier.run(verifierHash);
  }

  setVerifiers(scenario: string, tasks: readonly TaskVerifiers[]): void {
    for (const [taskIdx, { code, sql }] of tasks.entries()) {
      const known = this.#known.get(scenario, taskIdx);
      if (known !== undefined && known.code === code && known.sql === sql) continue;
      this.#set.run(scenario, taskIdx, code, sql);
      this.#staleTask.run(scenario, taskIdx);
    }
  }

  setVacuous(scenario: string, taskIdxs: ReadonlySet<number>): void {
    for (const { task_idx: taskIdx, vacuous } of this.#vacuousOf.all(scenario)) {
      const is = taskIdxs.has(taskIdx) ? 1 : 0;
      if (vacuous !== is) this.#setVacuous.run(is, scenario, taskIdx);
    }
  }
}
