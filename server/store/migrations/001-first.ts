export const first = `
CREATE TABLE episodes (
  n INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  client_episode_id TEXT,
  session_id TEXT NOT NULL,
  scenario TEXT NOT NULL,
  pack TEXT NOT NULL,
  scenario_hash TEXT NOT NULL,
  task_idx INTEGER,
  task TEXT,
  actor TEXT NOT NULL,
  transport TEXT NOT NULL,
  recording TEXT NOT NULL,
  options TEXT NOT NULL,
  experiment TEXT,
  policy TEXT,
  checkpoint TEXT,
  train_step INTEGER,
  run_group TEXT,
  sample INTEGER,
  tags TEXT,
  seed_hash TEXT NOT NULL,
  base_hash TEXT NOT NULL,
  final_hash TEXT NOT NULL,
  base_normalised TEXT NOT NULL,
  steps INTEGER NOT NULL,
  started_at REAL NOT NULL,
  ended_at REAL,
  end_reason TEXT,
  verdict TEXT,
  reward REAL,
  final_answer TEXT,
  pinned INTEGER NOT NULL DEFAULT 0,
  kept TEXT
) STRICT;
CREATE INDEX episodes_by_scenario ON episodes (scenario, task_idx, n);
CREATE INDEX episodes_by_experiment ON episodes (experiment, n) WHERE experiment IS NOT NULL;
CREATE INDEX episodes_by_session ON episodes (session_id, n);
CREATE INDEX episodes_by_end ON episodes (end_reason, n);
CREATE INDEX episodes_undecided ON episodes (n) WHERE kept IS NULL;
CREATE INDEX episodes_by_kept ON episodes (kept, n);

CREATE TABLE steps (
  episode INTEGER NOT NULL REFERENCES episodes (n),
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  tool_name TEXT,
  arguments TEXT,
  client_metadata TEXT,
  observation TEXT,
  observation_blob TEXT,
  reward_type TEXT,
  reward REAL,
  http_method TEXT,
  http_route TEXT,
  http_status INTEGER,
  started_at REAL NOT NULL,
  duration REAL NOT NULL,
  runtime REAL,
  log_start INTEGER NOT NULL,
  log_end INTEGER NOT NULL,
  db_before TEXT NOT NULL,
  db_after TEXT NOT NULL,
  wrote INTEGER NOT NULL,
  problem TEXT,
  normal_state INTEGER NOT NULL,
  normalised TEXT,
  normal_problem TEXT,
  tables_touched TEXT,
  UNIQUE (episode, seq)
) STRICT;
CREATE INDEX steps_pending ON steps (episode) WHERE normal_state = 0;
CREATE INDEX steps_by_normalised ON steps (normalised) WHERE normalised IS NOT NULL;
CREATE INDEX steps_by_blob ON steps (observation_blob) WHERE observation_blob IS NOT NULL;

CREATE TABLE verdicts (
  episode INTEGER NOT NULL REFERENCES episodes (n),
  seq INTEGER NOT NULL,
  mode TEXT NOT NULL,
  reward_type TEXT NOT NULL,
  reward REAL NOT NULL,
  final_answer TEXT,
  verifier_hash TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX verdicts_by_episode ON verdicts (episode);

CREATE TABLE snapshots (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  base TEXT,
  depth INTEGER NOT NULL,
  blob TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX snapshots_by_base ON snapshots (base) WHERE base IS NOT NULL;
CREATE INDEX snapshots_by_blob ON snapshots (blob);

CREATE TABLE snapshot_uses (
  episode INTEGER NOT NULL REFERENCES episodes (n),
  hash TEXT NOT NULL,
  PRIMARY KEY (episode, hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX snapshot_uses_by_hash ON snapshot_uses (hash);

CREATE TABLE blobs (
  hash TEXT PRIMARY KEY,
  size INTEGER NOT NULL,
  bytes BLOB
) STRICT;

CREATE INDEX blob_files ON blobs (size) WHERE bytes IS NULL;

CREATE TABLE findings (
  scenario_hash TEXT PRIMARY KEY,
  scenario TEXT NOT NULL,
  checked_at INTEGER NOT NULL,
  findings TEXT NOT NULL
) STRICT;

CREATE TABLE masked_columns (
  scenario TEXT NOT NULL,
  table_name TEXT NOT NULL,
  column_name TEXT NOT NULL,
  kind TEXT NOT NULL,
  rule TEXT NOT NULL,
  PRIMARY KEY (scenario, table_name, column_name)
) STRICT;
`;
