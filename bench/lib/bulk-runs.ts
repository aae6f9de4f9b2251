import { hash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { SUSPICIONS } from '../../lib/contracts/runs.ts';
import { Chance } from '../../server/store/states/testing/random-database.ts';

const WORDS =
  'the order was placed for customer with copies on their way from Hillside to Station Road and the member asked for a call when it is in stock again so I looked at the branches first then sent what stands there'.split(
    ' ',
  );
const VERDICTS = ['complete', 'others', 'incomplete', 'server_error'] as const;

export interface BulkRuns {
  readonly runs: number;
  /** Runs, from the first on, that have two steps with the agent's words. */
  readonly withWords: number;
}

/** Fills the catalog of a home with one training job's runs and what is known of them: 4 experiments, 200 tasks, 500 train steps. */
export function insertRuns(homeDir: string, { runs, withWords }: BulkRuns): void {
  const chance = new Chance(1);
  using owned = new DisposableStack();
  const db = owned.adopt(new Database(join(homeDir, 'catalog.db')), (open) => open.close());
  const episode = db.prepare(
    `INSERT INTO episodes (n, id, session_id, scenario, pack, scenario_hash, task_idx, task, actor, transport, recording,
       options, experiment, policy, checkpoint, train_step, run_group, sample, tags, seed_hash, base_hash, final_hash,
       base_normalised, steps, started_at, ended_at, end_reason, verdict, reward, final_answer, kept, baseline)
     VALUES (@n, @id, @id, @scenario, 'awm', 'h', @task_idx, @task, @actor, 'openenv', 'calls', '{}', @experiment, @policy,
       @checkpoint, @train_step, @run_group, @sample, @tags, 'h', 'h', 'h', 'h', @steps, @started_at, @ended_at, @end_reason,
       @verdict, @reward, @final_answer, 'calls', 0)`,
  );
  const facts = db.prepare(
    `INSERT INTO run_facts (episode, calls, errors, statuses, error_types, verifies, code, sql, wrote, tables, collateral,
       omitted, unread, suspicions, end_state)
     VALUES (@n, @calls, @errors, @statuses, @error_types, @verifies, @verdict, @sql, @wrote, @tables, @collateral, @omitted,
       @unread, @suspicions, @end_state)`,
  );
  const label = db.prepare("INSERT INTO labels (episode, by, outcome, at) VALUES (?, 'Ann', ?, ?)");
  const step = db.prepare(
    `INSERT INTO steps (episode, seq, kind, client_metadata, observation, started_at, duration, log_start, log_end, db_before,
       db_after, wrote, normal_state, normalised, tables_touched)
     VALUES (?, ?, 'call_tool', ?, '{}', 0, 1, 0, 0, 'h', 'h', 0, 1, 'h', '[]')`,
  );
  const started = Date.now() - runs * 1_000;
  const some = (count: number) => Array.from({ length: count }, () => chance.pick(WORDS)).join(' ');
  db.transaction(() => {
    for (let n = 1; n <= runs; n++) {
      const task = chance.below(200);
      const verdict = chance.pick(VERDICTS);
      const passed = verdict === 'complete';
      episode.run({
        n,
        id: hash('md5', `run ${String(n)}`, 'hex'),
        scenario: `scenario_${String(task % 40)}`,
        task_idx: Math.floor(task / 40),
        task: `Task ${String(task)}: ${WORDS.join(' ')}`,
        actor: chance.below(50) === 0 ? 'human' : 'agent',
        experiment: `grpo-${String(chance.below(4))}`,
        policy: `policy-${String(chance.below(3))}`,
        checkpoint: `ckpt-${String(Math.floor(n / 1_000))}`,
        train_step: Math.floor((n / runs) * 500),
        run_group: `g${String(Math.floor(n / 16))}`,
        sample: n % 16,
        tags: chance.below(5) === 0 ? '["night"]' : null,
        steps: 2 + chance.below(20),
        started_at: started + n * 1_000,
        ended_at: started + n * 1_000 + chance.below(60_000),
        end_reason: chance.below(20) === 0 ? 'idle' : 'done',
        verdict,
        reward: passed ? 1 : verdict === 'incomplete' ? 0.1 : verdict === 'others' ? 0 : -1,
        final_answer: some(20),
      });
      facts.run({
        n,
        calls: chance.below(20),
        errors: chance.below(3),
        statuses: chance.below(3) === 0 ? '[404]' : '[]',
        error_types: chance.below(3) === 0 ? '["tool_not_found"]' : '[]',
        verifies: 1,
        verdict,
        sql: chance.below(2) === 0 ? verdict : null,
        wrote: chance.below(5),
        tables: chance.below(2) === 0 ? '["orders"]' : '["orders","order_items"]',
        collateral: chance.below(4) === 0 ? chance.below(4) : null,
        omitted: 0,
        unread: 0,
        suspicions: passed && chance.below(10) === 0 ? JSON.stringify([chance.pick(SUSPICIONS)]) : '[]',
        end_state: hash('sha256', `${String(task)} ${String(chance.below(12))}`, 'hex'),
      });
      if (chance.below(50) === 0) label.run(n, chance.below(2) === 0 ? 'complete' : 'incomplete', started);
      if (n <= withWords) for (const seq of [1, 2]) step.run(n, seq, JSON.stringify({ message: some(60) }));
    }
    db.exec('DELETE FROM facts_pending; DELETE FROM outcome_pending;');
  })();
}
