/** Versions of tasks' verifiers, which of them is in use, and the two halves of a task's labels. */
export const verifiers = `
CREATE TABLE verifier_versions (
  scenario TEXT NOT NULL,
  task_idx INTEGER NOT NULL,
  mode TEXT NOT NULL,
  version INTEGER NOT NULL,
  origin TEXT NOT NULL,
  code TEXT NOT NULL,
  hash TEXT NOT NULL,
  by TEXT,
  at REAL NOT NULL,
  note TEXT,
  PRIMARY KEY (scenario, task_idx, mode, version)
) STRICT, WITHOUT ROWID;

CREATE TABLE verifiers_in_use (
  scenario TEXT NOT NULL,
  task_idx INTEGER NOT NULL,
  mode TEXT NOT NULL,
  version INTEGER NOT NULL,
  pack_hash TEXT NOT NULL,
  by TEXT,
  at REAL NOT NULL,
  PRIMARY KEY (scenario, task_idx, mode)
) STRICT, WITHOUT ROWID;

CREATE TABLE label_halves (
  scenario TEXT NOT NULL,
  task_idx INTEGER NOT NULL,
  run_group TEXT NOT NULL,
  held_out INTEGER NOT NULL,
  PRIMARY KEY (scenario, task_idx, run_group)
) STRICT, WITHOUT ROWID;

CREATE TABLE held_out_looks (
  scenario TEXT NOT NULL,
  task_idx INTEGER NOT NULL,
  looks INTEGER NOT NULL,
  PRIMARY KEY (scenario, task_idx)
) STRICT, WITHOUT ROWID;
`;
