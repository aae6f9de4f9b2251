/**
 * Preference pairs, attempts at fixes, and exports of labels. Pairs keep what was known when they were made; a run that goes
 * takes none of them away.
 */
export const pairs = `
CREATE TABLE pair_sets (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  project TEXT,
  filters TEXT NOT NULL,
  query TEXT NOT NULL,
  -- 16 bytes each, sorted: all runs that were looked at.
  run_ids BLOB NOT NULL,
  counts TEXT NOT NULL,
  by TEXT NOT NULL,
  at REAL NOT NULL
) STRICT;
CREATE INDEX pair_sets_by_project ON pair_sets (project, n);

CREATE TABLE pairs (
  pair_set INTEGER NOT NULL REFERENCES pair_sets (n) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  pair TEXT NOT NULL,
  PRIMARY KEY (pair_set, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE fix_attempts (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  assignment TEXT NOT NULL,
  person TEXT NOT NULL,
  -- The run that went wrong, the step there, and the fork's episode and session.
  run TEXT NOT NULL,
  seq INTEGER NOT NULL,
  fork TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  at REAL NOT NULL,
  chosen INTEGER NOT NULL DEFAULT 0,
  -- JSON of what the verifier said once it was given in; null: not asked yet.
  proof TEXT
) STRICT;
CREATE INDEX fix_attempts_by_assignment ON fix_attempts (assignment, n);

CREATE TABLE label_exports (
  n INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  project TEXT,
  -- JSON of the whole export.
  export TEXT NOT NULL
) STRICT;
CREATE INDEX label_exports_by_project ON label_exports (project, n);

CREATE TABLE export_secrets (
  project TEXT NOT NULL PRIMARY KEY,
  secret BLOB NOT NULL
) STRICT, WITHOUT ROWID;
`;
