/** No OR IGNORE, which in a trigger gives way to the conflict rule of the statement that fired it. */
function look(episode: string): string {
  return `INSERT INTO outcome_pending SELECT ${episode} WHERE NOT EXISTS (SELECT 1 FROM outcome_pending WHERE episode = ${episode});`;
}

/**
 * Ends of runs by task, and people's word on tasks. `outcome_pending` lists runs whose end is to be looked at (again); the
 * triggers fill it, so that whoever writes a run or a label need not know. `outcome_counts` answers for 100,000 runs of a task.
 */
export const tasks = `
CREATE TABLE end_states (
  id INTEGER PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  changed INTEGER,
  rows BLOB,
  problem TEXT
) STRICT;

CREATE TABLE outcome_tasks (
  id INTEGER PRIMARY KEY,
  scenario TEXT NOT NULL,
  task_idx INTEGER NOT NULL,
  version TEXT NOT NULL,
  last_episode INTEGER NOT NULL,
  verifier_hash TEXT,
  vacuous INTEGER,
  reference_state INTEGER,
  reference_run TEXT,
  reference_by TEXT,
  reference_at REAL,
  basis TEXT,
  stale INTEGER NOT NULL DEFAULT 0,
  UNIQUE (scenario, task_idx, version)
) STRICT;
CREATE INDEX outcome_tasks_stale ON outcome_tasks (id) WHERE stale <> 0;

CREATE TABLE outcome_runs (
  task INTEGER NOT NULL REFERENCES outcome_tasks (id),
  state INTEGER NOT NULL,
  episode INTEGER NOT NULL UNIQUE REFERENCES episodes (n) ON DELETE CASCADE,
  verdict TEXT NOT NULL,
  step INTEGER NOT NULL,
  flags INTEGER NOT NULL,
  PRIMARY KEY (task, state, episode)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_runs_flagged ON outcome_runs (task, flags, state) WHERE flags <> 0;

CREATE TABLE outcome_counts (
  task INTEGER NOT NULL,
  state INTEGER NOT NULL,
  verdict TEXT NOT NULL,
  step INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (task, state, verdict, step)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcome_counts_by_state ON outcome_counts (state);
CREATE TRIGGER outcome_runs_added AFTER INSERT ON outcome_runs BEGIN
  INSERT INTO outcome_counts (task, state, verdict, step, runs)
  VALUES (new.task, new.state, new.verdict, new.step, 1)
  ON CONFLICT DO UPDATE SET runs = runs + 1;
END;
CREATE TRIGGER outcome_runs_removed AFTER DELETE ON outcome_runs BEGIN
  UPDATE outcome_counts SET runs = runs - 1
  WHERE task = old.task AND state = old.state AND verdict = old.verdict AND step = old.step;
  DELETE FROM outcome_counts
  WHERE task = old.task AND state = old.state AND verdict = old.verdict AND step = old.step AND runs = 0;
END;

CREATE TABLE outcome_pending (episode INTEGER PRIMARY KEY) STRICT;
INSERT INTO outcome_pending SELECT n FROM episodes WHERE ended_at IS NOT NULL;
CREATE TRIGGER outcomes_of_ended AFTER INSERT ON episodes WHEN new.ended_at IS NOT NULL BEGIN
  ${look('new.n')}
END;
CREATE TRIGGER outcomes_of_changed
AFTER UPDATE OF ended_at, verdict, train_step, tags, baseline, saw_verdict_at, task, task_idx, origin ON episodes
WHEN new.ended_at IS NOT NULL BEGIN
  ${look('new.n')}
END;
CREATE TRIGGER outcomes_of_removed BEFORE DELETE ON episodes BEGIN
  DELETE FROM outcome_pending WHERE episode = old.n;
  UPDATE outcome_tasks SET stale = max(stale, 1)
  WHERE id = (SELECT task FROM outcome_runs WHERE episode = old.n);
END;
CREATE TRIGGER outcomes_of_labelled AFTER INSERT ON labels BEGIN
  ${look('new.episode')}
END;
CREATE TRIGGER outcomes_of_relabelled AFTER UPDATE ON labels BEGIN
  ${look('new.episode')}
END;
CREATE TRIGGER outcomes_of_unlabelled AFTER DELETE ON labels BEGIN
  ${look('old.episode')}
END;

CREATE TABLE verifier_reads (
  verifier_hash TEXT NOT NULL,
  state INTEGER NOT NULL,
  tables TEXT,
  PRIMARY KEY (verifier_hash, state)
) STRICT, WITHOUT ROWID;

CREATE TABLE task_statuses (
  n INTEGER PRIMARY KEY,
  scenario TEXT NOT NULL,
  task_idx INTEGER NOT NULL,
  hash TEXT NOT NULL,
  hashes TEXT NOT NULL,
  fingerprint TEXT,
  status TEXT NOT NULL,
  reason TEXT,
  evidence TEXT NOT NULL,
  by TEXT NOT NULL,
  at REAL NOT NULL
) STRICT;
CREATE INDEX task_statuses_by_task ON task_statuses (scenario, task_idx, n);
`;
