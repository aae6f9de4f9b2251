import { hash } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { OutcomeTask } from './basis.ts';
import { UNKNOWN_END, type EndStates } from './end-states.ts';
import { flagsOf, NO_STEP, PASS } from './flags.ts';

interface RunRow {
  readonly n: number;
  readonly scenario: string;
  readonly scenario_hash: string;
  readonly task_idx: number | null;
  readonly task: string | null;
  readonly actor: string;
  readonly baseline: number;
  readonly saw_verdict_at: number | null;
  readonly end_reason: string | null;
  readonly ended_at: number | null;
  readonly verdict: string | null;
  readonly train_step: number | null;
  readonly tags: string | null;
  readonly origin: string;
  readonly seed_hash: string;
  readonly base_hash: string;
  readonly base_normalised: string;
  readonly normalised: string | null;
  readonly labels: number;
  readonly complete_labels: number;
  readonly verifies: number;
  readonly verifier_hash: string | null;
  readonly sql_verifier_hash: string | null;
}

const RUN = `
SELECT e.n, scenario, scenario_hash, task_idx, task, actor, baseline, saw_verdict_at, end_reason, ended_at,
  verdict, train_step, tags, origin, seed_hash, base_hash, base_normalised,
  coalesce(iif(e.steps = 0, base_normalised, last.normalised), facts.end_state) AS normalised,
  (SELECT count(*) FROM counted_labels WHERE episode = e.n) AS labels,
  (SELECT count(*) FROM counted_labels WHERE episode = e.n AND outcome = 'complete') AS complete_labels,
  coalesce((SELECT max(times) FROM
    (SELECT count(*) AS times FROM verdicts WHERE episode = e.n GROUP BY mode)), 0) AS verifies,
  (SELECT verifier_hash FROM verdicts WHERE episode = e.n AND mode = 'code' ORDER BY seq DESC LIMIT 1)
    AS verifier_hash,
  (SELECT verifier_hash FROM verdicts WHERE episode = e.n AND mode = 'sql' ORDER BY seq DESC LIMIT 1)
    AS sql_verifier_hash
FROM episodes AS e
  LEFT JOIN steps AS last ON last.episode = e.n AND last.seq = e.steps
  LEFT JOIN run_facts AS facts ON facts.episode = e.n
WHERE e.n = ?`;

interface Placed {
  readonly task: number;
  readonly state: number;
  readonly verdict: string;
  readonly step: number;
  readonly flags: number;
}

/** Names a task as its runs met it: the scenario's database and app, and the words of the task. */
export function versionOf(scenarioHash: string, task: string | null): string {
  return hash('sha256', `${scenarioHash}\n${task ?? ''}`, 'hex').slice(0, 16);
}

/** Puts runs that have ended where they belong: their task and the end state that they share with others. */
export class SettleRuns {
  readonly #ends: EndStates;
  readonly #run: Statement<[number], RunRow>;
  readonly #placed: Statement<[number], Placed>;
  readonly #remove: Statement<[number]>;
  readonly #insert: Statement<[number, number, number, string, number, number]>;
  readonly #addTask: Statement<[string, number, string, number]>;
  readonly #task: Statement<[string, number, string], OutcomeTask>;
  readonly #meet: Statement<[string, number, number]>;
  readonly #meetSql: Statement<[string, number, number]>;
  readonly #setVacuous: Statement<[number]>;
  readonly #trueOfSeed: Statement<[string, string, string], { one: number }>;
  readonly #markStale: Statement<[number]>;

  constructor(raw: Database, ends: EndStates) {
    this.#ends = ends;
    this.#run = raw.prepare(RUN);
    this.#placed = raw.prepare(
      'SELECT task, state, verdict, step, flags FROM outcome_runs WHERE episode = ?',
    );
    this.#remove = raw.prepare('DELETE FROM outcome_runs WHERE episode = ?');
    this.#insert = raw.prepare(
      'INSERT INTO outcome_runs (task, state, episode, verdict, step, flags) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#addTask = raw.prepare(
      `INSERT INTO outcome_tasks (scenario, task_idx, version, last_episode) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET last_episode = max(last_episode, excluded.last_episode)`,
    );
    this.#task = raw.prepare(
      'SELECT * FROM outcome_tasks WHERE scenario = ? AND task_idx = ? AND version = ?',
    );
    this.#meet = raw.prepare('UPDATE outcome_tasks SET verifier_hash = ? WHERE id = ? AND ? >= last_episode');
    this.#meetSql = raw.prepare(
      `UPDATE outcome_tasks SET sql_verifier_hash = ?
       WHERE id = ? AND (sql_verifier_hash IS NULL OR ? >= last_episode)`,
    );
    this.#setVacuous = raw.prepare('UPDATE outcome_tasks SET vacuous = 1 WHERE id = ?');
    this.#trueOfSeed = raw.prepare(
      `SELECT 1 AS one FROM state_verdicts
       WHERE verifier_hash = ? AND initial_hash = ? AND final_hash = ? AND answer = '' AND verdict = '${PASS}'`,
    );
    this.#markStale = raw.prepare('UPDATE outcome_tasks SET stale = max(stale, 1) WHERE id = ?');
  }

  /**
   * Undefined: it belongs to no task, or runs. `asks`: which rows it left behind is not known yet. Call in a transaction.
   */
  settle(n: number): { readonly task: number; readonly asks: string | null } | undefined {
    const run = this.#run.get(n);
    if (run === undefined || run.ended_at === null || run.task_idx === null || run.origin === 'what_if') {
      this.#leave(n);
      return undefined;
    }
    const task = this.#taskOf(run, run.task_idx);
    const { id: state, asks } = this.#endOf(run);
    const placed = {
      task,
      state,
      verdict: run.verdict ?? '',
      step: run.train_step ?? NO_STEP,
      flags: flagsOf(run),
    };
    const before = this.#placed.get(n);
    if (before === undefined || !isSame(before, placed)) {
      if (before !== undefined && before.task !== task) this.#markStale.run(before.task);
      this.#remove.run(n);
      this.#insert.run(task, state, n, placed.verdict, placed.step, placed.flags);
    }
    return { task, asks };
  }

  #leave(n: number): void {
    const before = this.#placed.get(n);
    if (before === undefined) return;
    this.#remove.run(n);
    this.#markStale.run(before.task);
  }

  #endOf(run: RunRow): { readonly id: number; readonly asks: string | null } {
    const { normalised } = run;
    if (normalised === null) return { id: UNKNOWN_END, asks: null };
    if (normalised === run.base_normalised) {
      this.#ends.keep({ hash: normalised, rows: [], problem: null });
      return { id: this.#ends.idOf(normalised), asks: null };
    }
    const found = this.#ends.find(normalised);
    return {
      id: found?.id ?? this.#ends.idOf(normalised),
      asks: found?.known === true ? null : normalised,
    };
  }

  #taskOf(run: RunRow, taskIdx: number): number {
    const version = versionOf(run.scenario_hash, run.task);
    this.#addTask.run(run.scenario, taskIdx, version, run.n);
    const task = this.#task.get(run.scenario, taskIdx, version);
    if (task === undefined) throw new Error('a task that was just written is not there');
    if (run.verifier_hash !== null && run.verifier_hash !== task.verifier_hash)
      this.#meet.run(run.verifier_hash, task.id, run.n);
    if (run.sql_verifier_hash !== null && run.sql_verifier_hash !== task.sql_verifier_hash)
      this.#meetSql.run(run.sql_verifier_hash, task.id, run.n);
    if (run.verdict === PASS && run.verifier_hash !== null && task.vacuous === null) {
      const known = this.#trueOfSeed.get(run.verifier_hash, run.seed_hash, run.base_hash);
      if (known !== undefined) this.#setVacuous.run(task.id);
    }
    return task.id;
  }
}

function isSame(a: Placed, b: Placed): boolean {
  return (
    a.task === b.task &&
    a.state === b.state &&
    a.verdict === b.verdict &&
    a.step === b.step &&
    a.flags === b.flags
  );
}
